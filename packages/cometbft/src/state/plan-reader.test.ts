import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointView, UpgradePlan } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { headerAbove, RECORDED_HEIGHT, recordedNode } from '../testing/recorded-node.ts'
import { createPlanReader, type PlanReader } from './plan-reader.ts'

const v2: UpgradePlan = { name: 'v2', height: 900 }
const hosts = ['a.example', 'b.example', 'c.example'] as const
type Host = (typeof hosts)[number]

/** The pool's view of a node, which no plan depends on. */
const view: EndpointView = {
  host: '',
  state: 'OK',
  chainId: null,
  height: null,
  earliestHeight: null,
  latencyMs: null,
  lastError: null,
  lies: 0,
}

/** What each host says is planned; left out: it does not answer. None of them has the store that would prove it. */
let says: Partial<Record<Host, UpgradePlan | null>>
let provers: number
let plans: PlanReader

beforeEach(() => {
  provers = 0
  const nodes = hosts.map(
    (host): NodeClient => ({
      ...recordedNode(host),
      upgradePlan: async () => {
        const plan = says[host]
        if (plan === undefined) throw new ChainReadError({ kind: 'timeout', host, method: '', reason: '' })
        return { plan }
      },
      storeValues: async () => {
        provers += 1
        throw new ChainReadError({ kind: 'abci', host, method: '', reason: 'no such store' })
      },
    }),
  )
  plans = createPlanReader({
    async use(work, { otherThan = [] } = {}) {
      let last: unknown = new Error('nobody')
      const others = nodes.filter(({ host }) => !otherThan.includes(host))
      for (const node of [...others, ...nodes.filter((one) => !others.includes(one))]) {
        try {
          return await work(node, view)
        } catch (error) {
          last = error
        }
      }
      throw last
    },
  })
})

/** What comes out when host a gave the lists. */
const read = (known: UpgradePlan | null, newest: Parameters<PlanReader['read']>[0]['newest'] = null) =>
  plans.read({
    state: {
      height: RECORDED_HEIGHT,
      upgrade: { plan: says['a.example'] ?? null, source: { assurance: 'SINGLE', host: 'a.example' } },
    },
    newest,
    known,
  })

describe('R88: a plan that cannot be proven', () => {
  test.each([
    ['announced', v2, null],
    ['gone', null, v2],
    ['put off', { ...v2, height: 1_000 }, v2],
  ])('%s by two hosts is AGREED at once', async (_name, plan, known) => {
    says = { 'a.example': plan, 'b.example': plan, 'c.example': known }
    expect(await read(known)).toEqual({ plan, source: { assurance: 'AGREED', host: 'a.example' } })
  })

  test.each([
    ['announced', v2, null],
    ['erased', null, v2],
  ])('%s by one of three is not taken, however often it is said', async (_name, plan, known) => {
    says = { 'a.example': plan, 'b.example': known, 'c.example': known }
    for (let count = 0; count < 5; count++)
      expect(await read(known)).toEqual({ plan: known, source: { assurance: 'AGREED', host: 'b.example' } })
  })

  test('of two that differ neither is taken, and what is known stays', async () => {
    says = { 'a.example': v2, 'b.example': null }
    for (let count = 0; count < 5; count++) expect(await read(null)).toBeNull()
  })

  test('said by one alone, a change is taken after three reads that say the same', async () => {
    says = { 'a.example': v2 }
    expect([await read(null), await read(null)]).toEqual([null, null])
    says = { 'a.example': { ...v2, height: 901 } }
    expect([await read(null), await read(null)]).toEqual([null, null])
    const plan = { plan: says['a.example'], source: { assurance: 'SINGLE', host: 'a.example' } }
    expect(await read(null)).toEqual(plan)
  })

  test('said by one alone as it is known, it is taken, and what waited waits no more', async () => {
    says = { 'a.example': null }
    expect([await read(v2), await read(v2)]).toEqual([null, null])
    says = { 'a.example': v2 }
    expect(await read(v2)).toMatchObject({ plan: v2, source: { assurance: 'SINGLE' } })
    says = { 'a.example': null }
    expect([await read(v2), await read(v2)]).toEqual([null, null])
  })

  test('proofs that nobody has in three reads are asked for again after thirty', async () => {
    says = { 'a.example': null, 'b.example': null }
    const newest = { header: headerAbove(), assurance: 'PROVEN' as const }
    for (let count = 0; count < 33; count++)
      expect((await read(null, newest))?.source.assurance).toBe('AGREED')
    expect(provers).toBe(3 * hosts.length)
    await read(null, newest)
    expect(provers).toBe(4 * hosts.length)
  })
})
