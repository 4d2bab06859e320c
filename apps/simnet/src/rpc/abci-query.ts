import { hasLegacyParams } from '../node-version.ts'
import { UnreadableRequest, wholeParam } from './call-params.ts'
import type { ChainLens } from './chain-lens.ts'
import { withFlippedJail, withOtherSelfStake } from './false-state.ts'
import { withFalseVote } from './false-votes.ts'
import { governanceQuery, isGovernance, type Query } from './governance-paths.ts'
import {
  currentPlanQuery,
  delegationQuery,
  poolQuery,
  signingInfosQuery,
  slashingParamsQuery,
  stakingParamsQuery,
  validatorsQuery,
} from './module-queries.ts'
import { InvalidArgument, internalError, invalidParams, NotFound, UnknownError } from './rpc-fault.ts'

/** `/abci_query`: the application's answer, its errors inside the answer as the SDK gives them. */
export function abciQueryJson(lens: ChainLens, params: Readonly<Record<string, unknown>>) {
  const path = typeof params.path === 'string' ? params.path : ''
  const data = hexParam(params.data)
  const asked = wholeParam(params.height, 'height') ?? 0
  const store = storeOf(path)
  const refused = isGovernance(path, store) ? lens.lies.governanceRefused : null
  if (refused === 'forbidden' || (store !== null && lens.lies.storeRefused))
    throw internalError('this path is not served here')
  if (lens.chain.profile.staking === null) return failed(6, 'unknown query path: unknown request')
  if (refused !== null) return refusedAnswer(lens, refused, store, asked)
  if (store !== null) return storeAnswer(lens, store, data, asked, isTrue(params.prove))
  const query = queries.get(path) ?? governanceQuery(lens, path)
  return query === undefined
    ? failed(6, 'unknown query path: unknown request')
    : queryAnswer(lens, query, data, asked)
}

/** An error that says nothing of what was asked; it has the code of a vote that is not there. */
function refusedAnswer(lens: ChainLens, why: 'error' | 'pruned', store: string | null, asked: number) {
  const height = asked === 0 ? lens.latest : asked
  if (why === 'pruned') return store === null ? noState(lens, height) : noProof(lens, height)
  return store === null
    ? failed(18, 'rpc error: code = InvalidArgument desc = invalid request: invalid request')
    : failed(111_222, 'panic message redacted to hide potentially sensitive system info: panic')
}

function noState(lens: ChainLens, height: number) {
  const why = `version does not exist (latest height: ${lens.latest}): invalid request`
  return failed(18, `failed to load state at height ${height}; ${why}`)
}

function noProof({ chain: { profile } }: ChainLens, height: number) {
  const log = 'proof is unexpectedly empty; ensure height has not been pruned: invalid request'
  return hasLegacyParams(profile)
    ? response({ code: 18, log, height: String(height), codespace: 'sdk' })
    : response({ code: 7, log, codespace: 'store' })
}

/** A query of the raw store, which knows no height but by what it has kept. */
function storeAnswer(lens: ChainLens, store: string, key: Uint8Array, asked: number, prove: boolean) {
  const old = hasLegacyParams(lens.chain.profile)
  const height = asked === 0 ? lens.latest : asked
  if (prove && height <= 1) {
    return failed(
      18,
      'cannot query with proof when height <= 1; please provide a valid height: invalid request',
    )
  }
  if (height > lens.latest || height < lens.earliest) {
    if (!prove) return response({ key, log: 'version does not exist', height: String(height) })
    return noProof(lens, height)
  }
  const found = storeQuery(lens, store, key, stateHeight(lens, height), prove)
  if (found === null) {
    const log = `no such store: ${store}: unknown request`
    return old
      ? response({ code: 6, log, height: String(height), codespace: 'sdk' })
      : response({ code: 4, log, codespace: 'store' })
  }
  return response({ key, value: found.value, ops: found.ops, height: String(height) })
}

function queryAnswer(lens: ChainLens, query: Query, data: Uint8Array, asked: number) {
  if (asked < 0)
    return failed(26, 'cannot query with height < 0; please provide a valid height: invalid height')
  if (asked > lens.latest) {
    return failed(26, 'cannot query with height in the future; please provide a valid height: invalid height')
  }
  const height = asked === 0 ? lens.latest : asked
  if (height < lens.earliest) return noState(lens, height)
  try {
    const value = query(lens, lens.chain.history.at(stateHeight(lens, height)), data)
    if (value === null) return failed(18, 'rpc error: code = InvalidArgument desc = invalid validator status')
    return response({ value, height: String(height) })
  } catch (error) {
    if (error instanceof UnreadableRequest) return failed(18, error.message)
    if (error instanceof InvalidArgument) return failed(18, error.message)
    if (error instanceof UnknownError) return failed(6, error.message)
    if (error instanceof NotFound) return failed(22, `${error.message}: key not found`)
    throw error
  }
}

/** The height whose state is returned for `height`. */
function stateHeight(lens: ChainLens, height: number): number {
  return Math.max(1, Math.min(height, lens.lies.renumberedAbove) - lens.lies.staleBlocks)
}

const queries = new Map<string, Query>([
  ['/cosmos.staking.v1beta1.Query/Validators', validatorsQuery],
  ['/cosmos.staking.v1beta1.Query/Delegation', delegationQuery],
  ['/cosmos.staking.v1beta1.Query/Pool', (_lens, state) => poolQuery(state)],
  [
    '/cosmos.staking.v1beta1.Query/Params',
    ({ chain: { profile } }) => (profile.staking === null ? null : stakingParamsQuery(profile.staking)),
  ],
  [
    '/cosmos.slashing.v1beta1.Query/SigningInfos',
    (lens, state, data) => signingInfosQuery(lens.chain, state, data),
  ],
  [
    '/cosmos.slashing.v1beta1.Query/Params',
    ({ chain: { profile } }) =>
      profile.staking === null ? null : slashingParamsQuery(profile.staking.slashing),
  ],
  ['/cosmos.upgrade.v1beta1.Query/CurrentPlan', (lens, state) => currentPlanQuery(lens, state.height)],
])

function failed(code: number, log: string) {
  return response({ code, log, codespace: 'sdk' })
}

interface Answer {
  code?: number
  log?: string
  key?: Uint8Array
  value?: Uint8Array | null
  ops?: readonly object[] | null
  height?: string
  codespace?: string
}

function response({
  code = 0,
  log = '',
  key,
  value = null,
  ops = null,
  height = '0',
  codespace = '',
}: Answer) {
  return {
    response: {
      code,
      log,
      info: '',
      index: '0',
      key: base64(key ?? null),
      value: base64(value),
      proofOps: ops === null ? null : { ops },
      height,
      codespace,
    },
  }
}

/** Go writes no bytes as null. */
function base64(bytes: Uint8Array | null): string | null {
  return bytes === null || bytes.length === 0 ? null : Buffer.from(bytes).toString('base64')
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function hexParam(value: unknown): Uint8Array {
  if (value === undefined || value === null || value === '') return new Uint8Array()
  const hex = typeof value === 'string' ? value.replace(/^0x/, '') : ''
  if (!/^([0-9a-fA-F]{2})*$/.test(hex))
    throw invalidParams('error converting json params to arguments: invalid hex')
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

/** What `/store/<name>/key` says of one key; `value` is null where there is no such key. */
interface StoreAnswer {
  value: Uint8Array | null
  ops: { type: string; key: string; data: string }[] | null
}

const PATH = /^\/store\/([a-z]+)\/key$/

/** The store that a path asks of; null for another kind of path. */
function storeOf(path: string): string | null {
  return PATH.exec(path)?.[1] ?? null
}

/** Value and proof of a key in the state after `height`; null where no such store is served. */
function storeQuery(
  lens: ChainLens,
  store: string,
  key: Uint8Array,
  height: number,
  prove: boolean,
): StoreAnswer | null {
  const state = lens.appStates.at(height)
  const tree = state.store(store)
  if (tree === null) return null
  const asReported = withFalseVote(lens, lens.chain.history.at(height), store, key, tree.value(key))
  const ops = prove
    ? state.prove(store, asReported.proofKey).map((op) => ({
        type: op.type,
        key: Buffer.from(op.key).toString('base64'),
        data: Buffer.from(op.data).toString('base64'),
      }))
    : null
  const { value } = asReported
  if (value === null) return { value, ops }
  return { value: withOtherSelfStake(lens, store, key, withFlippedJail(lens, store, key, value)), ops }
}
