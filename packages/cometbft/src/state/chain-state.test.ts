import {
  QueryDelegationResponse,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { QueryCurrentPlanResponse } from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { expect, test } from 'vitest'
import { ChainReadError } from '../errors.ts'
import { createNodeClient } from '../rpc/node-client.ts'
import { createRpcClient } from '../rpc/rpc-client.ts'
import { captureMessage } from '../testing/capture.ts'
import { createFakeChain } from '../testing/fake-chain.ts'
import { type AbciReply, createFakeEndpoint, type FakeEndpoint } from '../testing/fake-endpoint.ts'
import { createFakeNet } from '../testing/fake-network.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { readChainState } from './chain-state.ts'

const clock = createManualClock()

function nodeOf(endpoint: FakeEndpoint) {
  const net = createFakeNet({ 'one.example': endpoint })
  const rpc = createRpcClient({
    url: 'https://one.example',
    fetch: net.fetch,
    clock,
    timeoutSignal: clock.timeoutSignal,
  })
  return createNodeClient(rpc, { newest: () => endpoint.chain.latest().height - endpoint.lag })
}

function chainOf(set?: readonly string[]) {
  const chain = createFakeChain({ startTime: clock.now() - 60_000, ...(set === undefined ? {} : { set }) })
  chain.growBy(12)
  return chain
}

const MESSAGES: Readonly<Record<string, string>> = {
  '/cosmos.staking.v1beta1.Query/Validators': 'abci-validators-one-jailed',
  '/cosmos.staking.v1beta1.Query/Pool': 'abci-pool',
  '/cosmos.staking.v1beta1.Query/Params': 'abci-staking-params',
  '/cosmos.slashing.v1beta1.Query/SigningInfos': 'abci-signing-infos-one-jailed',
  '/cosmos.slashing.v1beta1.Query/Params': 'abci-slashing-params',
}

const recorded = (path: string): AbciReply => ({
  value: captureMessage('cosmos-sdk-0.53', MESSAGES[path] ?? ''),
})

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof ChainReadError ? error.kind : error),
  )

test('R14: the state of one height, with all its parts', async () => {
  const chain = chainOf()
  const state = await readChainState(nodeOf(createFakeEndpoint(chain, { abci: recorded })), 10)
  expect(state).toMatchObject({ height: 10, time: chain.blocks.get(10)?.time })
  expect(state.set.map(({ address }) => address)).toEqual(chain.blocks.get(10)?.set)
  expect(state.staking).toMatchObject({ bondedTokens: 9_000_000_000n, bech32Prefix: 'cosmos' })
  expect(state.staking?.validators).toHaveLength(4)
  expect(state.slashing?.infos).toHaveLength(4)
  expect(state.slashing?.params.signedBlocksWindow).toBe(20)
})

const OPERATOR = 'cosmosvaloper1qp4j6m7jxlngry0x8hzr74y3vwsjyy2k5juejy'

const planned = (plan: { name: string; height: bigint } | null): Uint8Array =>
  QueryCurrentPlanResponse.encode(
    QueryCurrentPlanResponse.fromPartial(plan === null ? {} : { plan }),
  ).finish()

const staked = (amount: string): Uint8Array => {
  const delegationResponse = { balance: { denom: 'stake', amount } }
  return QueryDelegationResponse.encode(QueryDelegationResponse.fromPartial({ delegationResponse })).finish()
}

test.each<[string, (path: string) => AbciReply, object, [string, bigint][]]>([
  [
    'said',
    (path) =>
      path.endsWith('CurrentPlan')
        ? { value: planned({ name: 'v2', height: 90n }) }
        : path.endsWith('Query/Delegation')
          ? { value: staked('1234') }
          : recorded(path),
    { upgrade: { plan: { name: 'v2', height: 90 }, source: { assurance: 'SINGLE' } } },
    [[OPERATOR, 1_234n]],
  ],
  [
    'that there is none',
    (path) =>
      path.endsWith('CurrentPlan')
        ? { value: planned(null) }
        : path.endsWith('Query/Delegation')
          ? {
              code: 30,
              log: `delegation with delegator cosmos1x not found for validator ${OPERATOR}: key not found`,
            }
          : recorded(path),
    { upgrade: { plan: null } },
    [[OPERATOR, 0n]],
  ],
  [
    'not known',
    (path) =>
      MESSAGES[path] === undefined ? { code: 6, log: 'unknown query path: unknown request' } : recorded(path),
    { upgrade: null },
    [],
  ],
])('R83: limits, the upgrade plan and own stakes: %s', async (_name, abci, expected, stakes) => {
  const node = nodeOf(createFakeEndpoint(chainOf(), { abci }))
  const state = await readChainState(node, 10)
  expect(state.staking).toMatchObject({ maxValidators: 100, unbondingMs: 1_814_400_000 })
  expect(state).toMatchObject(expected)
  // Asked for by itself, of a few in turn.
  expect([state.selfDelegations.size, await node.selfDelegations([OPERATOR], 10)]).toEqual([
    0,
    new Map(stakes),
  ])
})

test('R14: a set of 250 validators comes in pages of 100, and of 30 where a proxy gives no more', async () => {
  const set = Array.from({ length: 250 }, (_, index) => index.toString(16).padStart(40, '0').toUpperCase())
  for (const perPage of [100, 30]) {
    const endpoint = createFakeEndpoint(chainOf(set), { perPage })
    const members = await nodeOf(endpoint).validatorSet(5)
    expect(members.map(({ address }) => address)).toEqual(set)
    expect(endpoint.asked).toHaveLength(Math.ceil(250 / perPage))
  }
})

test.each([1, -1, 300])(
  'R14: a set whose size differs by %i from what was said is an error',
  async (totalOff) => {
    const endpoint = createFakeEndpoint(chainOf(), { totalOff })
    expect(await kindOf(nodeOf(endpoint).validatorSet(5))).toBe('schema')
  },
)

/** Serves the recorded validators two by two, with keys as a store would make them. */
function paged(path: string, data: Uint8Array): AbciReply {
  if (!path.endsWith('Query/Validators')) return recorded(path)
  const { validators } = QueryValidatorsResponse.decode(recorded(path).value ?? new Uint8Array())
  const start = QueryValidatorsRequest.decode(data).pagination?.key[0] ?? 0
  const page = { validators: validators.slice(start, start + 2) }
  const nextKey = start + 2 < validators.length ? new Uint8Array([start + 2]) : new Uint8Array()
  const pagination = { nextKey, total: 4n }
  return { value: QueryValidatorsResponse.encode({ ...page, pagination }).finish() }
}

test('R14: lists of the modules are followed by their next key to the end', async () => {
  const node = nodeOf(createFakeEndpoint(chainOf(), { abci: paged }))
  const validators = await node.stakingValidators(10)
  expect(validators.map(({ moniker }) => moniker).sort()).toEqual(['val-1', 'val-2', 'val-3', 'val-4'])
})

test('R14: a page that comes twice is an error, not a longer list', async () => {
  const abci = (path: string) => paged(path, new Uint8Array())
  expect(await kindOf(nodeOf(createFakeEndpoint(chainOf(), { abci })).stakingValidators(10))).toBe('schema')
})

test('R14: an answer for another height is an error', async () => {
  const abci = (path: string) => ({ ...recorded(path), height: 11 })
  expect(await kindOf(readChainState(nodeOf(createFakeEndpoint(chainOf(), { abci })), 10))).toBe('schema')
})

test('R15: a chain that knows no x/staking and no x/slashing has neither', async () => {
  const state = await readChainState(nodeOf(createFakeEndpoint(chainOf())), 10)
  expect([state.staking, state.slashing, state.set.length]).toEqual([null, null, 4])
})

test.each<[string, Partial<FakeEndpoint>, string]>([
  ['out of gas', { abci: () => ({ code: 11, log: 'out of gas in location: ReadFlat' }) }, 'abci'],
  [
    'a pruned state',
    { abci: () => ({ code: 18, log: 'failed to load state at height 10; version does not exist' }) },
    'pruned',
  ],
  ['an empty message', { abci: () => ({ value: new Uint8Array() }) }, 'schema'],
  ['random bytes', { abci: () => ({ value: new Uint8Array([255, 255, 255, 255, 15, 1, 2]) }) }, 'schema'],
  ['a pruned block', { abci: recorded, earliest: 11 }, 'pruned'],
  ['a failed call', { abci: recorded, fault: 'http-500', faultFor: ['abci_query'] }, 'http'],
])('R15: %s is an error, never a chain without a module', async (_name, fields, kind) => {
  expect(await kindOf(readChainState(nodeOf(createFakeEndpoint(chainOf(), fields)), 10))).toBe(kind)
})

test('R15: half a module is an error', async () => {
  const abci = (path: string) =>
    path.endsWith('Pool') ? { code: 6, log: 'unknown query path: unknown request' } : recorded(path)
  expect(await kindOf(readChainState(nodeOf(createFakeEndpoint(chainOf(), { abci })), 10))).toBe('schema')
})
