import type { SharedBridge } from '@roundsman/contract/live/screen-events'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Channel, createChannel } from './channel.ts'
import { createMovingSource, type MovingSource } from './testing/moving-source.ts'
import { type ParsedEvent, parseEvents } from './testing/parse-events.ts'

let steady: number
let source: MovingSource
let channel: Channel
let bridges: SharedBridge[]
let seq: number

beforeEach(() => {
  steady = 0
  seq = 40
  bridges = [bridge(1), bridge(2)]
  source = createMovingSource(2)
  channel = createChannel(source, { monotonic: () => steady })
  know()
})

function bridge(id: number): SharedBridge {
  return {
    ...{ id, peer_id: `peer${id}`, name: null, version: 'v1', height: 100, lag: 0, source: 'OTLP' },
    ...{ sync_status: 'SYNCED', last_otel_update: 't', otel_state: 'FRESH', started_at: null },
    ...{ validator_id: null, contested: false },
  }
}
const know = () => source.setBridges({ seq, bridges })
/** Some bridges say something else from now on. */
function change(id: number, fields: Partial<SharedBridge>): void {
  seq += 1
  bridges = bridges.map((one) => (one.id === id ? { ...one, ...fields } : one))
  know()
}
function publish(ms = 1_000): ParsedEvent[] {
  steady += ms
  return parseEvents(channel.next() ?? '').filter(({ event }) => event === 'bridges')
}
const join = (lastEventId: number | null = null) => parseEvents(channel.join(lastEventId))

describe('bridges in the stream', () => {
  test('G63: who joins has all of them, and then what changed, under the number of the bridges', () => {
    join()
    expect(publish()).toMatchObject([{ id: '7', data: { changed: bridges, removed: [], seq: 40 } }])
    const late = join().find(({ event }) => event === 'bridges')
    expect(late?.data).toEqual({ changed: bridges, removed: [], seq: 40 })
    change(2, { sync_status: 'STALLED' })
    bridges = [...bridges.slice(1), bridge(3)]
    know()
    expect(publish()[0]?.data).toEqual({
      changed: [{ id: 2, sync_status: 'STALLED' }, bridge(3)],
      removed: [1],
      seq: 41,
    })
    expect(publish()).toEqual([])
  })

  test('G64: what each push and block moves is sent every five seconds, all else at once', () => {
    join()
    publish()
    change(1, { height: 101, last_otel_update: 'u' })
    for (let second = 1; second < 5; second++) expect(publish()).toEqual([])
    expect(publish()[0]?.data['changed']).toEqual([{ id: 1, height: 101, last_otel_update: 'u' }])
    change(1, { height: 102 })
    change(2, { otel_state: 'STALE' })
    expect(publish()[0]?.data['changed']).toEqual([
      { id: 1, height: 102 },
      { id: 2, otel_state: 'STALE' },
    ])
  })

  test('G64: while nobody knows how they stand, nothing is said of them', () => {
    join()
    publish()
    source.setBridges(null)
    expect(publish()).toEqual([])
    know()
    expect(publish()).toEqual([])
  })

  test('G63: who comes back is sent what was sent since, also without a batch of the chain', () => {
    join()
    publish()
    change(2, { otel_state: 'STALE' })
    publish()
    source.block()
    publish()
    change(1, { contested: true })
    publish()
    const reported = (events: ParsedEvent[]) =>
      events.flatMap(({ event, data }) => (event === 'bridges' ? [data['seq']] : []))
    expect(reported(join(7))).toEqual([40, 41, 42])
    expect(reported(join(8))).toEqual([42])
  })

  test('G63: of a quiet chain no more than is kept is sent again; who missed more begins anew', () => {
    join()
    publish()
    for (let index = 0; index < 200; index++) {
      change(1, { contested: index % 2 === 0 })
      publish()
    }
    const [hello, , , reported] = join(7)
    expect([hello?.event, reported?.event, reported?.data['seq']]).toEqual(['hello', 'bridges', 240])
    source.block()
    publish()
    expect(join(8).map(({ event }) => event)).toEqual(['hello'])
  })
})
