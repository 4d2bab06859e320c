import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { beforeEach, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { createHub, type Hub, type Listener, streamsPerUser } from './hub.ts'
import { type ParsedEvent, parseEvents } from './testing/parse-events.ts'

let clock: ManualClock
let hub: Hub
let rows: Validator[]
let status: NetworkStatus
let seq: number
let dead: Set<number>

beforeEach(() => {
  clock = createManualClock()
  dead = new Set()
  seq = 7
  rows = [row(1), row(2)]
  status = statusAt(100)
  const source = {
    seq: () => seq,
    validators: () => rows,
    status: () => status,
    batchesAfter: () => [],
    bridges: () => null,
  }
  hub = createHub({
    clock,
    source: (networkId) => (networkId === 1 ? source : null),
    sessionIsAlive: (sessionId) => Promise.resolve(!dead.has(sessionId)),
  })
})

function row(id: number, change: Partial<Validator> = {}): Validator {
  return { id, moniker: `v${id}`, missed_blocks: 0, voting_power: '1', ...change } as Validator
}
function statusAt(height: number): NetworkStatus {
  return { state: 'LIVE', height, latest_block_at: '2026-01-01T00:00:00.000Z' } as NetworkStatus
}
function listen(lastEventId: number | null = null, change: Partial<Listener> = {}) {
  const texts: string[] = []
  let ended = false
  const listener: Listener = {
    networkId: 1,
    userId: 1,
    sessionId: 1,
    language: 'en',
    lastEventId,
    write: (text) => texts.push(text) > 0,
    end: () => {
      ended = true
    },
    ...change,
  }
  const joined = hub.join(listener)
  return {
    joined,
    listener,
    take(): ParsedEvent[] {
      return parseEvents(texts.splice(0).join(''))
    },
    comments: () => texts.filter((text) => text.startsWith(':')).length,
    isEnded: () => ended,
  }
}
async function commit(height: number, change: (id: number) => Partial<Validator>) {
  seq++
  status = statusAt(height)
  rows = rows.map((one) => ({ ...one, ...change(one.id) }))
  await clock.advance(1_000)
  hub.tick()
}

describe('a stream', () => {
  test('L1: opens with hello and everything that is known, which has the number of hello', () => {
    const events = listen().take()
    expect(events.map(({ event }) => event)).toEqual(['hello', 'validators', 'height', 'status'])
    expect(events[0]).toMatchObject({ data: { protocol: 14, seq: 7 } })
    expect(events[1]).toMatchObject({ data: { changed: rows, removed: [], seq: 7 } })
    expect(events.at(-1)?.id).toBe('7')
  })

  test('L2: sends the fields that changed with the id, new rows whole, and who left', async () => {
    const stream = listen()
    stream.take()
    rows = [{ ...row(1), missed_blocks: 3 }, row(5)]
    await commit(101, () => ({}))
    expect(stream.take()).toEqual([
      { event: 'height', data: { height: 101, at: status.latest_block_at, seq: 8, blocks: [] }, id: null },
      {
        event: 'validators',
        data: { changed: [{ id: 1, missed_blocks: 3 }, row(5)], removed: [2], seq: 8 },
        id: '8',
      },
    ])
  })

  test('L14: a status that has changed goes out with the rows, one that only continues every 30 s', async () => {
    const stream = listen()
    stream.take()
    const statuses = () => stream.take().flatMap(({ event, data }) => (event === 'status' ? [data] : []))
    for (let height = 101; height <= 129; height++) {
      await commit(height, () => ({}))
      expect(statuses()).toEqual([])
    }
    await commit(130, () => ({}))
    expect(statuses()).toEqual([{ ...statusAt(130) }])
    seq++
    status = { ...statusAt(130), state: 'HALTED' }
    await clock.advance(1_000)
    hub.tick()
    expect(statuses()).toEqual([status])
  })

  test('L14: while no block comes, that the network is seen goes out every eight seconds', async () => {
    const stream = listen()
    await commit(101, () => ({}))
    stream.take()
    const seen = []
    for (let second = 1; second <= 16; second++) {
      status = { ...status, observed_at: new Date(clock.now() + 1_000).toISOString() }
      await clock.advance(1_000)
      hub.tick()
      seen.push(...stream.take().map(({ event }) => [second, event]))
    }
    expect(seen).toEqual([
      [8, 'status'],
      [16, 'status'],
    ])
  })

  test('L3: a wall clock that is set back holds nothing up', async () => {
    const stream = listen()
    stream.take()
    await commit(101, () => ({ missed_blocks: 1 }))
    stream.take()
    clock.setNow(clock.now() - 600_000)
    await commit(102, () => ({ missed_blocks: 2 }))
    expect(stream.take().map(({ event }) => event)).toEqual(['height', 'validators'])
  })

  test('L3: rows go out once a second, with everything since the last; heights at once', async () => {
    const stream = listen()
    stream.take()
    await commit(101, () => ({ missed_blocks: 1 }))
    expect(stream.take()).toHaveLength(2)
    for (let i = 0; i < 5; i++) {
      seq++
      status = statusAt(102 + i)
      rows = rows.map((one) => ({ ...one, missed_blocks: 10 + i }))
      await clock.advance(150)
      expect(hub.tick()).toBeLessThanOrEqual(1_000)
      expect(stream.take()).toMatchObject([{ event: 'height', id: null, data: { height: 102 + i } }])
    }
    await clock.advance(250)
    hub.tick()
    expect(stream.take()).toMatchObject([
      { event: 'validators', data: { changed: [{ id: 1, missed_blocks: 14 }, { id: 2 }] } },
    ])
  })

  test('L4: who comes back with a number that is remembered gets what it missed, and nothing else', async () => {
    const gone = listen()
    gone.take()
    hub.leave(gone.listener)
    await commit(101, () => ({ missed_blocks: 1 }))
    await commit(102, (id) => (id === 2 ? { missed_blocks: 2 } : {}))
    const events = listen(7).take()
    expect(events[0]).toMatchObject({ event: 'hello', data: { seq: 7 } })
    const changed = events.flatMap(({ event, data }) => (event === 'validators' ? [data] : []))
    expect(changed).toMatchObject([
      { changed: [{ id: 1, missed_blocks: 1 }, { id: 2 }], seq: 8 },
      { changed: [{ id: 2, missed_blocks: 2 }], seq: 9 },
    ])
    expect(
      listen(9)
        .take()
        .map(({ event }) => event),
    ).toEqual(['hello'])
  })

  test('L5: a number that nobody knows gets everything', async () => {
    listen()
    await commit(101, () => ({ missed_blocks: 1 }))
    for (const id of [0, 6, 9, 1e9]) {
      const events = listen(id).take()
      expect(events[0]).toMatchObject({ event: 'hello', data: { seq: 8 } })
      expect(events[1]).toMatchObject({ event: 'validators', data: { changed: rows, seq: 8 } })
    }
  })

  test('L4: after two minutes without anybody nothing is remembered', async () => {
    const gone = listen()
    hub.leave(gone.listener)
    await commit(101, () => ({ missed_blocks: 1 }))
    await clock.advance(121_000)
    hub.tick()
    await commit(102, () => ({ missed_blocks: 2 }))
    expect(listen(7).take()[1]).toMatchObject({ event: 'validators', data: { changed: rows, seq: 9 } })
  })

  test('L6: whatever is missed or repeated, who follows has the rows as they are', async () => {
    const model = new Map<number, Record<string, unknown>>()
    let last: number | null = null
    for (let round = 0; round < 60; round++) {
      const stream = listen(last)
      const batches = (round * 7) % 5
      for (let i = 0; i < batches; i++) {
        if (round % 6 === 5) rows = [...rows.slice(1), row(100 + round * 10 + i)]
        await commit(101 + round, (id) => ({ missed_blocks: (id * round) % 11 }))
      }
      const events = stream.take()
      const helloSeq = events[0]?.data['seq']
      for (const { event, data, id } of events) {
        if (event === 'validators') {
          if (data['seq'] === helloSeq) model.clear()
          for (const change of data['changed'] as { id: number }[])
            model.set(change.id, { ...model.get(change.id), ...change })
          for (const removed of data['removed'] as number[]) model.delete(removed)
        }
        if (id !== null) last = Number(id)
      }
      hub.leave(stream.listener)
      expect([...model.values()].sort((a, b) => Number(a['id']) - Number(b['id']))).toEqual(rows)
      if (round % 10 === 9) await commit(200, () => ({ missed_blocks: round }))
    }
  })
})

describe('who listens', () => {
  test('L7: a comment every fifteen seconds keeps it open', async () => {
    const stream = listen()
    stream.take()
    for (let second = 0; second < 31; second++) {
      await clock.advance(1_000)
      hub.tick()
    }
    expect(stream.comments()).toBe(2)
  })

  test('7.4.1 L8: a session that has ended ends its streams: at once where it is announced, else within the check', async () => {
    const [one, other] = [listen(), listen(null, { sessionId: 2 })]
    hub.endSession(1)
    expect([one.isEnded(), other.isEnded()]).toEqual([true, false])
    dead.add(2)
    await hub.checkSessions()
    expect(other.isEnded()).toBe(true)
    expect(hub.count()).toBe(0)
  })

  test('L9: a reader that is too slow is dropped, the others are not', async () => {
    const slow = listen(null, { write: () => false })
    const quick = listen()
    quick.take()
    expect(slow.joined).toBe(true)
    expect(hub.count()).toBe(1)
    await commit(101, () => ({ missed_blocks: 1 }))
    expect(quick.take()).toHaveLength(2)
  })

  test('4.2.1 L10: one user has so many streams and no more', () => {
    for (let i = 0; i < streamsPerUser; i++) expect(listen().joined).toBe(true)
    expect(listen().joined).toBe(false)
    expect(listen(null, { userId: 2 }).joined).toBe(true)
    hub.endAll()
    expect(hub.count()).toBe(0)
  })
})
