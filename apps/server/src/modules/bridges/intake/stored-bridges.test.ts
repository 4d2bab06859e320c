import { describe, expect, test } from 'vitest'
import { type StoredSample, storeAnswer } from '../testing/fake-store.ts'
import { readStoreAnswer } from './stored-bridges.ts'

const at = 1_790_000_123_456
const one = (said: Partial<StoredSample>) => readStoreAnswer(storeAnswer([{ at, ...said }], []))?.bridges

describe('what a store answers', () => {
  test('G77 G78: of each bridge its token, names, height, version, start, and the time of its sample', () => {
    expect(
      readStoreAnswer(storeAnswer([{ at }, { at: at - 1, token: 2, peerId: 'bob' }], [at - 5000])),
    ).toEqual({
      isWhole: true,
      heartbeats: [at - 5000],
      bridges: [
        {
          ...{ tokenId: 1, namespace: 'simulated', kind: 'Bridge', peerId: 'ada' },
          ...{ height: 20, version: 'v0.31.4', startedAt: 1_790_000_000, at },
        },
        expect.objectContaining({ tokenId: 2, peerId: 'bob', at: at - 1 }),
      ],
    })
  })

  test('G77: VictoriaMetrics names the attributes of a resource by themselves', () => {
    const names = { service_namespace: 'mocha-5', service_name: 'Bridge', service_instance_id: 'eve' }
    expect(one({ names })).toMatchObject([{ namespace: 'mocha-5', kind: 'Bridge', peerId: 'eve' }])
  })

  test('G78: a height that cannot be is unknown, one without a time is no report, of two versions the newer counts', () => {
    for (const height of [null, 0, -1, 1.5, Number.NaN, 2 ** 46])
      expect(one({ height })).toMatchObject([{ height: null }])
    for (const odd of [Number.NaN, 0, Number.POSITIVE_INFINITY]) expect(one({ at: odd })).toEqual([])
    expect(one({ versions: ['v0.31.10', 'v0.31.4'] })).toMatchObject([{ version: 'v0.31.10' }])
  })

  test('G77: what names no token is nobody’s', () => {
    for (const token of [0, -1, 1.5, Number.NaN, 2 ** 40]) expect(one({ token })).toEqual([])
  })

  test('G80: an answer with isPartial or with warnings is not whole', () => {
    const whole = (more: Record<string, unknown>) => readStoreAnswer(storeAnswer([], [], more))?.isWhole
    expect(whole({ isPartial: false, warnings: [] })).toBe(true)
    expect(whole({ isPartial: true })).toBe(false)
    expect(whole({ warnings: ['a store is away'] })).toBe(false)
  })

  test.each([
    '',
    '<html>',
    'null',
    '[]',
    '{"status":"error","error":"busy"}',
    '{"status":"success","data":{"resultType":"matrix","result":[]}}',
    '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1]}]}}',
  ])('G81: something else is no answer: %s', (text) => {
    expect(readStoreAnswer(text)).toBeNull()
  })
})
