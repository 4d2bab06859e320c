import { useEffect, useRef } from 'react'
import type { PhoneCall } from '../phone.ts'
import { speak } from './voice.ts'
import { ring } from './ring.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

/** A call that rings or is under way: answered, it is spoken by the browser's voice and stands there to be read. */
export function CallScreen({ call }: { call: PhoneCall }) {
  const { sid, state, said, waitsForKey, hangsUp, to } = call
  const first = useRef<HTMLButtonElement>(null)
  const act = (what: string) => void fetch(`/calls/${sid}/${what}`, { method: 'POST' })

  useEffect(() => (state === 'RINGING' ? ring() : undefined), [state])
  useEffect(() => first.current?.focus(), [state])
  const text = JSON.stringify(said)
  useEffect(() => {
    if (state !== 'TALKING') return undefined
    return speak(JSON.parse(text) as PhoneCall['said'], () => {
      if (hangsUp) void fetch(`/calls/${sid}/hang-up`, { method: 'POST' })
    })
  }, [state, text, hangsUp, sid])

  return (
    <section className={state === 'RINGING' ? 'call ringing' : 'call'} aria-label="Call">
      <p className="caller">{state === 'RINGING' ? 'Roundsman is calling' : 'Roundsman'}</p>
      <p className="number">{to}</p>
      {state === 'RINGING' ? (
        <div className="actions">
          <button ref={first} type="button" className="answer" onClick={() => act('answer')}>
            Answer
          </button>
          <button type="button" className="end" onClick={() => act('decline')}>
            Decline
          </button>
        </div>
      ) : (
        <>
          <div className="said" role="log">
            {[...new Set(said.map((one) => one.text))].map((sentence) => (
              <p key={sentence} lang={said[0]?.language}>
                {sentence}
              </p>
            ))}
          </div>
          {waitsForKey ? (
            <div className="keys" role="group" aria-label="Keys">
              {keys.map((key, index) => (
                <button
                  key={key}
                  ref={index === 0 ? first : null}
                  type="button"
                  onClick={() => act(`press?key=${encodeURIComponent(key)}`)}
                >
                  {key}
                </button>
              ))}
            </div>
          ) : null}
          <div className="actions">
            <button
              ref={waitsForKey ? null : first}
              type="button"
              className="end"
              onClick={() => act('hang-up')}
            >
              Hang up
            </button>
          </div>
        </>
      )}
    </section>
  )
}
