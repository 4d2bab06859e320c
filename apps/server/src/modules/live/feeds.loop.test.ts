import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { FeedReader } from '../alerts/alerts.public.ts'
import type { LoopOptions } from '../../platform/loop.ts'
import { createAlertsLoop, createBridgesLoop, createChangesLoop } from './feeds.loop.ts'
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

test('B263: with too much to do pages get what changed every five seconds, and their bridges', async () => {
  const clock = createManualClock()
  let [ticks, reads, isHigh] = [0, 0, false]
  const passes: LoopOptions['pass'][] = []
  const createLoop = ({ name, pass }: LoopOptions) => {
    passes.push(pass)
    const nothing = () => undefined
    return { name, start: nothing, stop: () => Promise.resolve(), wake: nothing }
  }
  const deps = {
    clock,
    load: { isHigh: () => isHigh },
    hub: {
      tick: () => {
        ticks++
        return 1_000
      },
      readers: () => new Map([[1, [{ userId: 1, language: 'en' as const }]]]),
    },
    bridges: {
      refresh: () => {
        reads++
        return Promise.resolve()
      },
    },
  }
  createChangesLoop(createLoop, deps)
  createBridgesLoop(createLoop, deps)
  const all = () => Promise.all(passes.map((pass) => pass(new AbortController().signal)))
  expect([await all(), ticks, reads]).toEqual([[1_000, 2_000], 1, 1])
  isHigh = true
  await clock.advance(1_000)
  expect([await all(), ticks, reads]).toEqual([[4_000, 4_000], 1, 1])
  await clock.advance(4_000)
  expect([await all(), ticks, reads]).toEqual([[1_000, 2_000], 2, 2])
  isHigh = false
  await clock.advance(500)
  expect([await all(), ticks, reads]).toEqual([[1_000, 2_000], 3, 3])
})
