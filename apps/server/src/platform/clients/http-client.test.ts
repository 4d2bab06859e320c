import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { linkedSignal } from './http-client.ts'

describe('linkedSignal', () => {
  it('aborts with the first, for its reason, and lets go of the others', () => {
    const [long, short] = [new AbortController(), new AbortController()]
    const { signal } = linkedSignal(long.signal, short.signal)
    expect(signal.aborted).toBe(false)
    short.abort('the time is up')
    expect([signal.aborted, signal.reason]).toEqual([true, 'the time is up'])
    expect(getEventListeners(long.signal, 'abort')).toEqual([])
  })

  it('is aborted from the beginning where one of them is', () => {
    const long = new AbortController()
    const { signal } = linkedSignal(long.signal, AbortSignal.abort('over'))
    expect(signal.reason).toBe('over')
    expect(getEventListeners(long.signal, 'abort')).toEqual([])
  })

  it('B112: leaves nothing on a signal that lives on, however often', () => {
    const long = new AbortController()
    for (let call = 0; call < 1_000; call += 1) {
      linkedSignal(long.signal, new AbortController().signal).release()
      const ended = new AbortController()
      linkedSignal(long.signal, ended.signal)
      ended.abort()
    }
    expect(getEventListeners(long.signal, 'abort')).toEqual([])
    const kept = Object.getOwnPropertySymbols(long.signal).find(
      ({ description }) => description === 'kDependantSignals',
    )
    expect(kept === undefined ? undefined : Reflect.get(long.signal, kept)).toBeUndefined()
  })
})
