import { readChainState } from '@roundsman/cometbft/chain-state'
import type { ChainState, UpgradePlan } from '@roundsman/cometbft/domain'
import { createNodeClient } from '@roundsman/cometbft/node-client'
import { createRpcClient } from '@roundsman/cometbft/rpc-client'
import type { KnownValidator } from '@roundsman/cometbft/state-doubts'
import type { StateRequest } from '@roundsman/cometbft/state-reader'
import { asKnown } from '@roundsman/cometbft/testing/as-known'
import type { RosterEntry } from '@roundsman/simnet/chain/roster'
import type { FaultPlan } from '@roundsman/simnet/faults'
import { afterEach, describe, expect, test } from 'vitest'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'
import { type Connection, createConnect } from './connection.ts'

/** The states of a simulated chain behind two endpoints, one of which may lie, read by the product's own reader. */

let rig: SimRig | null = null
afterEach(async () => {
  await rig?.close()
  rig = null
})

async function reading(options: Parameters<typeof createSimRig>[0] = {}) {
  const open = await createSimRig(options)
  rig = open
  const { net, clock, chain } = open
  // Two hosts, as two operators have: what one says is proven by the other.
  const rpc = open.network.rpc.map((url, index) =>
    index === 1 ? url.replace('127.0.0.1', 'localhost') : url,
  )
  const connection: Connection = createConnect({
    ...net,
    // Of two alike the first one is chosen.
    ids: { ...net.ids, fraction: () => 0.5 },
    urls: rpc,
    chainId: open.network.chain_id,
  })(null, new AbortController().signal)
  // Endpoint b is honest in all of these tests: its headers stand for what the walk has proven.
  const honest = createNodeClient(
    createRpcClient({ url: rpc[1] ?? '', fetch, clock, timeoutSignal: net.clock.timeoutSignal }),
  )
  async function wanted() {
    chain.prepare()
    await connection.pool.probe()
    await connection.pool.idle()
    const { latestHeight } = await honest.status()
    const { header } = await honest.commit(latestHeight)
    const newest: StateRequest['newest'] = { header, assurance: 'PROVEN' }
    const nextSet = await honest.validatorSet(latestHeight + 1)
    return { height: latestHeight - 1, newest, nextSet }
  }
  async function read(known: readonly KnownValidator[]): Promise<ChainState> {
    return connection.states.read({ ...(await wanted()), known, counters: new Map(), problemOf: () => null })
  }
  /** The plan that comes out with a state, where this one was known before. */
  async function readPlan(known: UpgradePlan | null): Promise<ChainState['upgrade']> {
    const { height, newest } = await wanted()
    const state = await connection.pool.use((node) => readChainState(node, height))
    return connection.plans.read({ state, newest, known })
  }
  const lies = () => connection.pool.views().map((view) => [view.host, view.state, view.lies])
  const hosts = rpc.map((url) => new URL(url).host)
  return { ...open, connection, honest, read, readPlan, lies, hosts, inTurn: firstInTurn(open) }
}

/** Whose own stake is read with the first state: the first by operator address. */
function firstInTurn({ chain }: SimRig) {
  const { roster } = chain.view().chain
  const byAddress = (a: RosterEntry, b: RosterEntry) => (a.operatorAddress < b.operatorAddress ? -1 : 1)
  const { index = 0, operatorAddress: operator = '' } = [...roster].sort(byAddress)[0] ?? {}
  return { index, operator }
}

const knownOf = ({ staking, slashing }: ChainState) =>
  asKnown({ validators: staking?.validators ?? [], infos: slashing?.infos ?? [] })

describe('W64: a state of two endpoints, one of which lies', { timeout: 90_000 }, () => {
  test.each<[string, FaultPlan]>([
    ['says that a validator is jailed', [{ kind: 'flipped_jail', validator: 2 }]],
    ['gives old states as new', [{ kind: 'stale_state', blocks: 10 }]],
  ])('%s: nothing of it comes out, and it is left alone', async (_name, plan) => {
    const { read, setFaults, clock, chain, lies, hosts } = await reading({
      // Something has changed within the last ten blocks, so that an old state is another one.
      script: [{ at: 33, what: 'commission', validator: 1, rate: 3n * 10n ** 17n }],
    })
    await clock.advance(chain.shownAt(30) - clock.now())
    const first = await read([])
    expect(first.source.assurance).toBe('PROVEN')
    setFaults('a', plan)
    await clock.advance(chain.shownAt(36) - clock.now())
    const state = await read(knownOf(first))
    expect(state.staking?.validators.map(({ jailed }) => jailed)).toEqual(
      first.staking?.validators.map(({ jailed }) => jailed),
    )
    expect(state.source).toEqual({ assurance: 'PROVEN', host: hosts[1] })
    expect(lies()).toEqual([
      [hosts[0], 'LYING', 1],
      [hosts[1], 'OK', 0],
    ])
  })

  test('a jailing that is true is proven by the other one', async () => {
    const { read, clock, chain, lies } = await reading({
      script: [{ at: 32, what: 'tombstone', validator: 1 }],
    })
    await clock.advance(chain.shownAt(30) - clock.now())
    const first = await read([])
    await clock.advance(chain.shownAt(36) - clock.now())
    const state = await read(knownOf(first))
    const jailed = state.staking?.validators.find((validator) => validator.jailed)
    expect(jailed).toBeDefined()
    expect(state.sources.get(jailed?.operatorAddress ?? '')?.assurance).toBe('PROVEN')
    // By the one that did not give the list.
    expect(state.sources.get(jailed?.operatorAddress ?? '')?.host).not.toBe(state.source.host)
    expect(lies().map(([, , count]) => count)).toEqual([0, 0])
  })

  test('where both refuse /store, they are compared', async () => {
    const { read, setFaults, clock, chain, lies } = await reading()
    for (const endpoint of ['a', 'b'] as const) setFaults(endpoint, [{ kind: 'no_store' }])
    await clock.advance(chain.shownAt(30) - clock.now())
    expect((await read([])).source.assurance).toBe('AGREED')
    expect(lies().map(([, , count]) => count)).toEqual([0, 0])
  })

  test('R87: nobody proves the state of the first block, which says nothing of the next ones', async () => {
    const { read, clock, chain } = await reading()
    await clock.advance(chain.shownAt(2) - clock.now())
    const first = await read([])
    expect([first.height, first.source.assurance]).toEqual([1, 'AGREED'])
    await clock.advance(chain.shownAt(3) - clock.now())
    expect((await read(knownOf(first))).source.assurance).toBe('PROVEN')
  })

  test('R90: another own stake: what the chain has comes out, proven by the other one, and it is left alone', async () => {
    const { read, setFaults, clock, chain, lies, hosts, honest, inTurn } = await reading({
      script: [{ at: 25, what: 'jail', validator: 0 }],
    })
    setFaults('a', [{ kind: 'other_self_stake', validator: inTurn.index }])
    await clock.advance(chain.shownAt(30) - clock.now())
    const { height, selfDelegations } = await read([])
    expect(selfDelegations.size).toBe(5)
    for (const { source } of selfDelegations.values())
      expect(source).toEqual({ assurance: 'PROVEN', host: hosts[1] })
    const found = new Map([...selfDelegations].map(([operator, { tokens }]) => [operator, tokens]))
    expect(found).toEqual(await honest.selfDelegations([...found.keys()], height))
    expect(found.has(inTurn.operator)).toBe(true)
    expect(lies()).toEqual([
      [hosts[0], 'LYING', 1],
      [hosts[1], 'OK', 0],
    ])
  })

  test('R90: another own stake where both refuse /store: it is not known, and the others are as both say', async () => {
    const { read, setFaults, clock, chain, lies, inTurn } = await reading()
    setFaults('a', [{ kind: 'no_store' }, { kind: 'other_self_stake', validator: inTurn.index }])
    setFaults('b', [{ kind: 'no_store' }])
    await clock.advance(chain.shownAt(30) - clock.now())
    const { selfDelegations } = await read([])
    expect([...selfDelegations.values()].map(({ source }) => source.assurance)).toEqual(
      Array.from({ length: 4 }, () => 'AGREED'),
    )
    expect(selfDelegations.has(inTurn.operator)).toBe(false)
    expect(lies().map(([, , count]) => count)).toEqual([0, 0])
  })

  const v2 = { name: 'v2', height: 5_000 }
  test.each<[string, FaultPlan[number], UpgradePlan | null]>([
    ['announces an upgrade', { kind: 'false_plan', height: 500 }, null],
    ['hides a planned one', { kind: 'false_plan' }, v2],
    ['puts one off', { kind: 'false_plan', height: 9_000 }, v2],
  ])('R88: %s: the true plan comes out, proven by the other one', async (_name, fault, plan) => {
    const { readPlan, setFaults, clock, chain, hosts } = await reading({
      script: plan === null ? [] : [{ at: 25, what: 'upgrade_plan', ...plan }],
    })
    setFaults('a', [fault])
    await clock.advance(chain.shownAt(30) - clock.now())
    for (const known of [plan, null])
      expect(await readPlan(known)).toEqual({ plan, source: { assurance: 'PROVEN', host: hosts[1] } })
    // Where nobody proves it, two that differ change nothing.
    setFaults('a', [fault, { kind: 'no_store' }])
    setFaults('b', [{ kind: 'no_store' }])
    for (let count = 0; count < 4; count++) expect(await readPlan(plan)).toBeNull()
  })
})
