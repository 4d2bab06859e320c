import { beforeEach, describe, expect, test } from 'vitest'
import { ChainReadError } from '../errors.ts'
import {
  poolOf,
  RECORDED_HEIGHT,
  type RecordedNode,
  recordedNode,
  recordedRequest,
  recordedState,
} from '../testing/recorded-node.ts'
import { boundsAfter } from './state-doubts.ts'
import { createStateReader, type StateRequest } from './state-reader.ts'

let a: RecordedNode
let b: RecordedNode
let c: RecordedNode
let request: StateRequest

beforeEach(() => {
  a = recordedNode('a.example')
  b = recordedNode('b.example')
  c = recordedNode('c.example')
  request = recordedRequest()
})

test.each([
  ['counts misses that no block has', 5],
  ['hides misses', -5],
])('R86: who %s is found out, whosever turn it is', async (_name, difference) => {
  const { pool, blamed } = poolOf([a, b, c])
  const [first] = recordedState().infos
  const counters = new Map(
    recordedState().infos.map(({ consensus, missedBlocks: missed, ...info }) => [
      consensus,
      boundsAfter({ ...info, missed, height: RECORDED_HEIGHT - 3 }, RECORDED_HEIGHT, {
        counted: 0,
        missed: 0,
      }),
    ]),
  )
  a.says.infos = a.says.infos.map((info) =>
    info.consensus === first?.consensus ? { ...info, missedBlocks: info.missedBlocks + difference } : info,
  )
  const state = await createStateReader(pool, { perTurn: 0 }).read({ ...request, counters })
  expect(state.slashing?.infos).toEqual(recordedState().infos)
  expect(blamed['a.example']).toMatch(/missedBlocks .*proven/)
})

describe('R86: counters of which the letters do not say what leaves the window', () => {
  // Three blocks since the last read, all of them missed, or signed while older misses left: both may be.
  const loose = () =>
    new Map(
      recordedState().infos.map(({ consensus, missedBlocks: missed, ...info }) => [
        consensus,
        boundsAfter(
          { ...info, missed, height: RECORDED_HEIGHT - 3, indexOffset: info.indexOffset - 3 },
          RECORDED_HEIGHT,
          { counted: 3, missed: 3 },
        ),
      ]),
    )
  const miscount = (node: RecordedNode, difference: number) => {
    node.says.infos = node.says.infos.map((info, index) =>
      index === 0 ? { ...info, missedBlocks: info.missedBlocks + difference } : info,
    )
  }
  const read = (hosts: readonly RecordedNode[], counters = loose()) => {
    const { pool, blamed } = poolOf(hosts)
    return { blamed, state: createStateReader(pool, { perTurn: 0 }).read({ ...request, counters }) }
  }

  test.each([-3, -1, 2])(
    '%d, which could be: another host says otherwise, and the proof decides',
    async (by) => {
      miscount(a, by)
      const { blamed, state } = read([a, b, c])
      expect((await state).slashing?.infos).toEqual(recordedState().infos)
      expect(Object.keys(blamed)).toEqual(['a.example'])
      expect(blamed['a.example']).toMatch(/missedBlocks .*proven/)
    },
  )

  test('the other host that says otherwise may be the liar: it is found out, and the list is taken', async () => {
    miscount(b, -1)
    const { blamed, state } = read([a, b, c])
    expect((await state).source).toEqual({ assurance: 'PROVEN', host: 'a.example' })
    expect(Object.keys(blamed)).toEqual(['b.example'])
    expect(blamed['b.example']).toMatch(/missedBlocks .*proven/)
  })

  test('hosts that say the same of them cost one call and no proof of anybody', async () => {
    const calls: string[] = []
    for (const node of [a, b, c]) {
      const { signingInfos } = node
      node.signingInfos = (height) => {
        calls.push(node.host)
        return signingInfos(height)
      }
    }
    await read([a, b, c]).state
    expect(calls).toEqual(['a.example', 'b.example'])
    // Those of the parameters.
    expect([a.asked.length, b.asked.length, c.asked.length]).toEqual([0, 2, 0])
    // Where the letters leave one value, not even that.
    await read([a, b, c], new Map()).state
    expect(calls).toEqual(['a.example', 'b.example', 'a.example'])
  })

  test('where no other host answers, those in turn are proven, as ever', async () => {
    expect((await read([a]).state).source).toEqual({ assurance: 'PROVEN', host: 'a.example' })
    const { pool } = poolOf([a, b])
    b.signingInfos = () =>
      Promise.reject(new ChainReadError({ kind: 'timeout', host: b.host, method: '', reason: '' }))
    const state = await createStateReader(pool).read({ ...request, counters: loose() })
    expect(state.source.assurance).toBe('PROVEN')
  })
})
