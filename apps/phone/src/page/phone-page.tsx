import { useEffect, useState } from 'react'
import type { PhoneCall, PhoneItem, TextMessage } from '../phone.ts'
import { CallScreen } from './call-screen.tsx'

/** Every SMS and call, newest first; a call that rings or is under way stands above them. */
export function PhonePage() {
  const { items, connected } = useItems()
  const call = items.find(isOpen)
  const past = items.filter((item) => item !== call).reverse()
  useEffect(() => {
    document.title = call?.state === 'RINGING' ? '☎ Roundsman is calling' : 'Phone'
  }, [call?.state])

  return (
    <main>
      <header>
        <h1>Phone</h1>
        <p>
          It stands in for Twilio in the demo: what Roundsman texts and calls arrives here, and nowhere else.
        </p>
        {connected ? null : <p role="alert">The demo is not running. This page waits for it.</p>}
      </header>
      {call ? <CallScreen key={call.sid} call={call} /> : null}
      <section aria-label="Messages and calls" aria-live="polite">
        {past.length === 0 && !call ? (
          <p className="empty">
            Nothing yet. The demo’s account follows a validator that misses a block about once a minute: it is
            texted and called about it.
          </p>
        ) : null}
        <ol>
          {past.map((item) => (
            <li key={item.sid}>{item.kind === 'SMS' ? <Sms item={item} /> : <PastCall item={item} />}</li>
          ))}
        </ol>
      </section>
    </main>
  )
}

function isOpen(item: PhoneItem): item is PhoneCall {
  return item.kind === 'CALL' && (item.state === 'RINGING' || item.state === 'TALKING')
}

function Sms({ item }: { item: TextMessage }) {
  return (
    <article className="sms" aria-label="SMS">
      <p>{withLinks(item.text)}</p>
      <Foot item={item} what="SMS" />
    </article>
  )
}

const ends = { ENDED: 'Call', MISSED: 'Missed call', DECLINED: 'Declined call' } as const

function PastCall({ item }: { item: PhoneCall }) {
  if (item.state === 'RINGING' || item.state === 'TALKING')
    return <p className="waiting">Another call is waiting.</p>
  return (
    <article className="past-call" aria-label={ends[item.state]}>
      {item.transcript.length > 0 ? (
        <details>
          <summary>What was said</summary>
          {[...new Set(item.transcript)].map((text) => (
            <p key={text}>{text}</p>
          ))}
        </details>
      ) : null}
      <Foot item={item} what={ends[item.state]} />
    </article>
  )
}

function Foot({ item: { to, at }, what }: { item: PhoneItem; what: string }) {
  return (
    <footer>
      {what} to {to}, <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time>
    </footer>
  )
}

/** Addresses in a text can be opened. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  )
}

function useItems(): { items: readonly PhoneItem[]; connected: boolean } {
  const [items, setItems] = useState<readonly PhoneItem[]>([])
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    const stream = new EventSource('/stream')
    stream.onopen = () => setConnected(true)
    stream.onerror = () => setConnected(false)
    stream.onmessage = ({ data }) => setItems(JSON.parse(String(data)) as PhoneItem[])
    return () => stream.close()
  }, [])
  return { items, connected }
}
