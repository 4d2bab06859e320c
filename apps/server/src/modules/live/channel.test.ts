import { describe, expect, test } from 'vitest'
import { type Channel, createChannel } from './channel.ts'
import { createMovingSource, type MovingSource } from './testing/moving-source.ts'
import { createPageModel } from './testing/page-model.ts'
import { parseEvents } from './testing/parse-events.ts'

let steady = 0
const clock = { monotonic: () => steady }
const publish = (channel: Channel) => {
  steady += 1_000
  return parseEvents(channel.next() ?? '')
}
function start(count: number): { source: MovingSource; channel: Channel } {
  const source = createMovingSource(count)
  const channel = createChannel(source, clock)
  channel.join(null)
  return { source, channel }
}

describe('the small stream', () => {
  test('L2: a block is sent as its exceptions; rows come without strips', () => {
    const { source, channel } = start(6)
    source.block({ 2: 'm', 3: 'n', 4: 'p', 5: '-' })
    source.change(2, { missed_blocks: 1 })
    expect(publish(channel)).toMatchObject([
      {
        event: 'height',
        data: {
          height: 101,
          seq: 8,
          blocks: [{ height: 101, at: expect.any(String), m: [2], n: [3], p: [4], none: [5] }],
        },
      },
      { event: 'validators', data: { changed: [{ id: 2, missed_blocks: 1 }], removed: [], seq: 9 } },
    ])
  })

  test('L2: one height for each batch, with its number, so that no letter is counted twice', () => {
    const { source, channel } = start(3)
    source.block({ 1: 'm' })
    source.block()
    const heights = publish(channel).filter(({ event }) => event === 'height')
    expect(heights.map(({ data }) => [data['height'], data['seq']])).toEqual([
      [101, 8],
      [102, 9],
    ])
  })

  test('L2: strips come where the blocks do not tell them, and for nobody else', () => {
    const { source, channel } = start(3)
    source.gap()
    source.block()
    const [, validators] = publish(channel)
    const changed = (validators?.data['changed'] ?? []) as object[]
    expect(changed.map((row) => Object.keys(row))).toEqual(Array(3).fill(['id', 'recent_signatures']))
    source.change(2, { updated_at: '2026-11-22T00:00:00.000Z' })
    expect(publish(channel)[0]?.data['changed']).toEqual([{ id: 2, updated_at: '2026-11-22T00:00:00.000Z' }])
  })

  test('L2: a field that changed and changed back between two messages is sent all the same', () => {
    const { source, channel } = start(2)
    publish(channel)
    source.change(1, { missed_blocks: 5 })
    channel.next()
    source.change(1, { missed_blocks: 0 })
    const [validators] = publish(channel)
    expect(validators?.data['changed']).toEqual([{ id: 1, missed_blocks: 0 }])
  })

  test('L3: a block within the second goes out at once, without an id, and is not sent twice', () => {
    const { source, channel } = start(3)
    const within = (ms: number) => {
      steady += ms
      return parseEvents(channel.next() ?? '')
    }
    source.block({ 1: 'm' })
    expect(within(1_000).at(-1)).toMatchObject({ id: '8' })
    source.block({ 2: 'm' })
    source.change(2, { missed_blocks: 1 })
    expect(within(300)).toMatchObject([{ event: 'height', id: null, data: { height: 102, seq: 9 } }])
    expect(within(300)).toEqual([])
    source.block()
    expect(within(400)).toMatchObject([
      { event: 'height', id: null, data: { height: 103, seq: 11 } },
      { event: 'validators', id: '11', data: { changed: [{ id: 2, missed_blocks: 1 }] } },
    ])
  })

  test('L3: who joins or comes back within the second has the blocks that went out early', () => {
    const { source, channel } = start(3)
    source.block()
    publish(channel)
    source.block({ 2: 'm' })
    steady += 300
    channel.next()
    const heights = (id: number | null) =>
      parseEvents(channel.join(id))
        .filter(({ event, data }) => event === 'height' && data['height'] === 102)
        .map(({ id: own, data }) => [own, data['seq']])
    expect([heights(null), heights(8), heights(7)]).toEqual([[[null, 9]], [[null, 9]], [[null, 9]]])
    // And again as part of the message that has the id.
    steady += 700
    channel.next()
    expect([heights(9), heights(8)]).toEqual([[], [['9', 9]]])
  })

  test('L13: an idle minute of 100 validators at six seconds a block is less than 20 kB', () => {
    const { source, channel } = start(100)
    let bytes = 0
    for (let second = 1; second <= 60; second++) {
      steady += 1_000
      if (second % 6 === 0) source.block({ [(second / 6) % 100]: 'p', 7: 'm' })
      if (second % 6 === 0) source.change(7, { missed_blocks: second, consecutive_missed: second })
      bytes += Buffer.byteLength(channel.next() ?? '')
    }
    expect(bytes).toBeGreaterThan(1_000)
    expect(bytes).toBeLessThan(20_000)
  })
})

describe('who follows', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'L6: has the rows as they are, whatever is missed, repeated or asked for, seed %i',
    (seed) => {
      const { source, channel } = start(5)
      const page = createPageModel()
      page.take(parseEvents(channel.join(null)))
      let state = seed
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state % below
      }
      let nextId = 10
      const acts = [
        () => source.block({ [1 + random(5)]: (['m', 'n', 'p', '-', 's'] as const)[random(5)] ?? 's' }),
        () => source.block(),
        () => source.gap(),
        () => source.change(1 + random(5), { missed_blocks: random(4) }),
        () => source.join(nextId++),
        () => source.leave(nextId - 1),
        () => page.takeList(source.validators(), source.seq()),
        () => channel.next(),
      ]
      for (let round = 0; round < 120; round++) {
        for (let act = random(6); act > 0; act--) acts[random(acts.length)]?.()
        // Some messages come early: heights alone.
        const isEarly = random(3) === 0
        steady += isEarly ? 300 : 1_000
        const events = parseEvents(channel.next() ?? '')
        // Cut off in the middle, now and then: what was not read is asked for again.
        const read = random(4) === 0 ? events.slice(0, random(events.length + 1)) : events
        page.take(read)
        if (read.length < events.length) page.take(parseEvents(channel.join(page.lastEventId())))
        if (!isEarly)
          expect([round, page.rows()]).toEqual([round, [...source.validators()].sort((a, b) => a.id - b.id)])
      }
    },
  )
})
