import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { FeedReader } from '../alerts/alerts.public.ts'
import { createAlertsLoop } from './feeds.loop.ts'
import { createHub, type Listener } from './hub.ts'
import { createMovingSource } from './testing/moving-source.ts'
import { parseEvents } from './testing/parse-events.ts'

test('E110: an alert goes to all streams of its reader on its network, without an id, at most once a second', async () => {
  const clock = createManualClock()
  const source = createMovingSource(2)
  const hub = createHub({
    clock,
    source: () => source,
    sessionIsAlive: () => Promise.resolve(true),
  })
  const texts: string[][] = []
  const listen = (change: Partial<Listener>) => {
    const own: string[] = []
    texts.push(own)
    hub.join({
      ...{ networkId: 1, userId: 1, sessionId: 1, language: 'en', lastEventId: null },
      write: (text) => own.push(text) > 0,
      end: () => undefined,
      ...change,
    })
    own.length = 0
  }
  listen({})
  listen({ sessionId: 2 })
  listen({ language: 'uk' })
  listen({ userId: 2 })
  listen({ networkId: 2 })
  const asked: [number, readonly FeedReader[]][] = []
  let isPending = true
  let pass: (() => Promise<number | void>) | null = null
  createAlertsLoop(
    (options) => {
      pass = () => options.pass(new AbortController().signal)
      return {
        name: options.name,
        start: () => undefined,
        stop: () => Promise.resolve(),
        wake: () => undefined,
      }
    },
    {
      hub,
      clock,
      alerts: {
        onHint: () => () => undefined,
        updatesFor(readers) {
          asked.push(...readers)
          const [reader] = readers.get(1) ?? []
          const items = [{ id: 5 }, { id: 6 }] as AlertHistoryItem[]
          return Promise.resolve({ isPending, updates: reader ? [{ networkId: 1, reader, items }] : [] })
        },
      },
    },
  )
  const run = async () => pass?.()
  expect(await run()).toBe(2_000)
  expect(asked).toEqual([
    [
      1,
      [
        { userId: 1, language: 'en' },
        { userId: 1, language: 'uk' },
        { userId: 2, language: 'en' },
      ],
    ],
    [2, [{ userId: 1, language: 'en' }]],
  ])
  expect(texts.map((own) => own.length)).toEqual([1, 1, 0, 0, 0])
  expect(texts[0]?.join('')).not.toContain('id: ')
  expect(parseEvents(texts[0]?.join('') ?? '').map(({ event, data }) => [event, data])).toEqual([
    ['alert', { id: 5 }],
    ['alert', { id: 6 }],
  ])
  await clock.advance(400)
  expect(await run()).toBe(600)
  expect(asked).toHaveLength(2)
  await clock.advance(600)
  isPending = false
  expect(await run()).toBe(15_000)
})
