import { describe, expect, it } from 'vitest'
import { type FaultPlan, faultsOf, lensOf } from './faults.ts'
import { commitJson, headerJson } from './rpc/block-json.ts'
import { statusJson } from './rpc/status-json.ts'
import { smallChain } from './testing/small-chain.ts'

const plan: FaultPlan = [
  { kind: 'timeout', rate: 0.2 },
  { kind: 'html', rate: 0.2 },
  { kind: 'lag', rate: 0.5, blocks: 3 },
]

function kinds(seed: string, endpoint: string, order: readonly number[]) {
  return new Map(order.map((request) => [request, faultsOf({ seed, endpoint, request, plan })]))
}

describe('N19: faults are a function of seed, endpoint and request number', () => {
  const requests = [...Array(400).keys()].map((n) => n + 1)

  it('N19: in whatever order the requests come', () => {
    const forwards = kinds('s', '/celestia/a', requests)
    const backwards = kinds('s', '/celestia/a', [...requests].reverse())
    for (const request of requests) expect(backwards.get(request)).toEqual(forwards.get(request))
  })

  it('N19: another seed or another endpoint meets other requests', () => {
    const of = (seed: string, endpoint: string) =>
      requests.map((request) => kinds(seed, endpoint, [request]).get(request)?.transport?.kind ?? '-').join()
    expect(of('s', '/celestia/a')).not.toBe(of('t', '/celestia/a'))
    expect(of('s', '/celestia/a')).not.toBe(of('s', '/celestia/b'))
  })

  it('N19: as often as the plan says', () => {
    const met = [...kinds('s', '/celestia/a', requests).values()]
    const share = (kind: string) => met.filter(({ transport }) => transport?.kind === kind).length / 400
    expect(share('timeout')).toBeGreaterThan(0.14)
    expect(share('timeout')).toBeLessThan(0.26)
    // The first of the plan wins, so the second meets what is left.
    expect(share('html')).toBeGreaterThan(0.1)
    expect(share('html')).toBeLessThan(0.22)
  })

  it('N19: only within the numbers that the plan names', () => {
    const some: FaultPlan = [{ kind: 'dropped', fromRequest: 3, toRequest: 5 }]
    const met = [1, 2, 3, 4, 5, 6].filter(
      (request) => faultsOf({ seed: 's', endpoint: '/x/a', request, plan: some }).transport !== null,
    )
    expect(met).toEqual([3, 4, 5])
  })
})

describe('N20: what an endpoint believes', () => {
  const { chain, to } = smallChain([])
  to(50)
  const seen = (...faults: FaultPlan) => lensOf(chain.view(), faults)

  it('N20: lag, halt, another network, catching up', () => {
    expect(seen({ kind: 'lag', blocks: 7 }).latest).toBe(43)
    expect(seen({ kind: 'halt', height: 20 }).latest).toBe(20)
    expect(seen({ kind: 'pruned', blocks: 8 }).earliest).toBe(43)
    const status = statusJson(
      seen({ kind: 'wrong_network', chainId: 'other-9' }, { kind: 'catching_up' }),
      'a',
    )
    expect(status.node_info.network).toBe('other-9')
    expect(status.sync_info.catching_up).toBe(true)
  })

  it('N20: a lie about the height is in /status only', () => {
    const lens = seen({ kind: 'lying_height', blocks: 1_000 })
    expect(statusJson(lens, 'a').sync_info.latest_block_height).toBe('1050')
    expect(lens.latest).toBe(50)
  })

  it('N20: a fork shares the past and differs from its height on', () => {
    const [truth, fork] = [seen(), seen({ kind: 'fork', height: 30 })]
    const hash = (lens: typeof fork, height: number) =>
      commitJson(lens, 'a', height).signed_header.commit.block_id.hash
    expect(hash(fork, 29)).toBe(hash(truth, 29))
    expect(hash(fork, 30)).not.toBe(hash(truth, 30))
    expect(headerJson(fork, 31).last_block_id.hash).toBe(hash(fork, 30))
  })
})
