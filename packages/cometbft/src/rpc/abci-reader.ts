import { base64, hex } from '@scure/base'
import { z } from 'zod'
import type { SigningInfo, SlashingParams, StakingValidator, UpgradePlan } from '../domain.ts'
import { ChainReadError, decodeAs, ShapeError } from '../errors.ts'
import type { ProofOp, StateClaim, StateKey } from '../proof/state-proof.ts'
import { int64, listOf, safeInt } from '../wire.ts'
import {
  CURRENT_PLAN,
  decodeCurrentPlan,
  decodeDelegation,
  decodeSigningInfos,
  decodeSlashingParams,
  decodeStakingParams,
  decodeStakingPool,
  decodeStakingValidators,
  DELEGATION,
  type Page,
  saysNoDelegation,
  selfDelegationRequest,
  SIGNING_INFOS,
  signingInfosRequest,
  SLASHING_PARAMS,
  slashingParamsRequest,
  STAKING_PARAMS,
  STAKING_POOL,
  STAKING_VALIDATORS,
  type StakingParams,
  stakingParamsRequest,
  type StakingPool,
  stakingPoolRequest,
  validatorsRequest,
} from './cosmos-sdk.decode.ts'
import { type CallOptions, type RpcClient, type RpcRequest, saysStatePruned } from './rpc-client.ts'

/**
 * There are two: in the store, and of the store; of two or three kilobytes, and the value itself, which is what a proposal
 * would do (a contract's code).
 */
const MOST_PROOF_OPS = 16
const MOST_PROOF_TEXT = 2_097_152

const answer = z.object({
  response: z.object({
    code: z.union([z.int(), int64.transform(Number)]).nullish(),
    log: z.string().nullish().catch(null),
    codespace: z.string().nullish().catch(null),
    value: z.string().nullish(),
    height: safeInt.nullish(),
    // Any other shape is no proof, and the answer one that nothing proves.
    proofOps: z
      .object({
        ops: listOf(
          z.object({ type: z.string().max(64), data: z.string().max(MOST_PROOF_TEXT) }),
          MOST_PROOF_OPS,
        ).nullish(),
      })
      .nullish()
      .catch(null),
  }),
})

interface AbciAnswer {
  /** 0 is success. */
  code: number
  log: string
  codespace: string
  /** Empty where the answer is an empty message (JSON null). */
  value: Uint8Array
  /** The height that the state was read at; 0 in errors. */
  height: number
  /** What proves the value, or that there is none; empty where nothing does. */
  ops: ProofOp[]
}

/** The request for `/abci_query`; `data` is a protobuf message, or a key of a store. */
export function abciRequest(query: {
  path: string
  data: Uint8Array
  height: number
  prove: boolean
}): RpcRequest {
  const { path, data, height, prove } = query
  return { method: 'abci_query', params: { path, data: hex.encode(data), height: String(height), prove } }
}

/** `/abci_query`. */
export function decodeAbciQuery(value: unknown): AbciAnswer {
  const { response } = answer.parse(value)
  return {
    code: response.code ?? 0,
    log: response.log ?? '',
    codespace: response.codespace ?? '',
    value: base64.decode(response.value ?? ''),
    height: response.height ?? 0,
    ops: (response.proofOps?.ops ?? []).map(({ type, data }) => ({ type, data: base64.decode(data) })),
  }
}

export interface StoreReader {
  /**
   * What the node says of each key at `height`, with its proof, in batches and in their order. Nothing of it is
   * checked: `checkState` does. Rejects where one of them is not answered (`/store` may be forbidden, the height
   * pruned or not there yet).
   */
  storeValues(keys: readonly StateKey[], height: number): Promise<StateClaim[]>
}

interface StoreReaderOptions extends CallOptions {
  /** The newest block that this node has shown; null while it is not known. */
  newest: () => number | null
}

/** Single keys of the application's stores, with proofs: `/store/<name>/key` answers the same in every Cosmos SDK. */
export function createStoreReader(rpc: RpcClient, options: StoreReaderOptions): StoreReader {
  function toClaim({ store, key }: StateKey, height: number, result: unknown): StateClaim {
    const source = { host: rpc.host, method: `abci_query ${pathOf(store)}` }
    const answer = decodeAs(source, () => decodeAbciQuery(result))
    if (answer.code === 0) {
      return { store, key, value: answer.value.length === 0 ? null : answer.value, ops: answer.ops }
    }
    const kind = saysStatePruned(answer.log, height, options.newest()) ? 'pruned' : 'abci'
    const reason = rpc.redact(answer.log === '' ? `code ${answer.code}` : answer.log)
    throw new ChainReadError({ kind, ...source, reason, code: answer.code })
  }

  return {
    async storeValues(keys, height) {
      const requests = keys.map(({ store, key }) =>
        abciRequest({ path: pathOf(store), data: key, height, prove: true }),
      )
      const outcomes = await rpc.batch(requests, options)
      return keys.map((key, index) => {
        const outcome = outcomes[index]
        if (outcome?.ok === true) return toClaim(key, height, outcome.result)
        const source = { host: rpc.host, method: `abci_query ${pathOf(key.store)}` }
        throw outcome?.error ?? new ChainReadError({ kind: 'schema', ...source, reason: 'no response' })
      })
    },
  }
}

function pathOf(store: string): string {
  return `/store/${store}/key`
}

/** One page holds the validators of any chain we know of; where there are more, the next ones are asked for. */
const PAGE_LIMIT = 1_000
/** A node that never stops giving pages is broken, and so is one whose pages are endless. */
const MAX_PAGES = 100
const MAX_BYTES = 32 * 1024 * 1024
/** One or two pages are all there is: whoever gives another one just in time, again and again, is not waited for. */
const MOST_DEADLINES = 6

interface List<T> {
  path: string
  request: (page: { limit: number; key: Uint8Array }) => Uint8Array
  decode: (bytes: Uint8Array) => Page<T>
  /** Nothing may stand twice: pages of different states would show so. */
  key: (item: T) => string
}

/** A question to a module that this package asks in a folder of its own (x/gov, x/signal). */
export interface ModuleQuery {
  path: string
  request: Uint8Array
}

export type ModuleAnswer = { ok: true; value: Uint8Array } | { ok: false; error: ChainReadError }

interface AbciReader {
  stakingValidators(height: number): Promise<StakingValidator[]>
  stakingParams(height: number): Promise<StakingParams>
  stakingPool(height: number): Promise<StakingPool>
  signingInfos(height: number): Promise<SigningInfo[]>
  slashingParams(height: number): Promise<SlashingParams>
  upgradePlan(height: number): Promise<{ plan: UpgradePlan | null }>
  selfDelegations(operators: readonly string[], height: number): Promise<Map<string, bigint>>
  moduleAnswers(queries: readonly ModuleQuery[], height: number): Promise<ModuleAnswer[]>
}

interface AbciReaderOptions extends StoreReaderOptions {
  /** Ms that never go back; without it a list may take its time. */
  monotonic?: (() => number) | undefined
}

/** The modules' state through `abci_query`, each answer read at the height that was asked for. */
export function createAbciReader(rpc: RpcClient, options: AbciReaderOptions): AbciReader {
  const sourceOf = (path: string) => ({ host: rpc.host, method: `abci_query ${path}` })

  async function query(path: string, height: number, request: Uint8Array): Promise<Uint8Array> {
    const { method, params } = abciRequest({ path, data: request, height, prove: false })
    return valueOf(path, height, await rpc.call(method, params, options))
  }

  function valueOf(path: string, height: number, result: unknown): Uint8Array {
    const source = sourceOf(path)
    const answer = decodeAs(source, () => decodeAbciQuery(result))
    if (answer.code !== 0) {
      const kind = saysStatePruned(answer.log, height, options.newest()) ? 'pruned' : 'abci'
      const reason = rpc.redact(answer.log === '' ? `code ${answer.code}` : answer.log)
      throw new ChainReadError({ kind, ...source, reason, code: answer.code })
    }
    if (answer.height !== height) {
      throw new ChainReadError({
        kind: 'schema',
        ...source,
        reason: `requested height ${height}, got ${answer.height}`,
      })
    }
    return answer.value
  }

  async function one<T>(path: string, height: number, request: Uint8Array, decode: (bytes: Uint8Array) => T) {
    const bytes = await query(path, height, request)
    return decodeAs(sourceOf(path), () => decode(bytes))
  }

  async function all<T>(list: List<T>, height: number): Promise<T[]> {
    const items = new Map<string, T>()
    let key = new Uint8Array()
    let size = 0
    const isLate = lateness()
    for (let count = 0; count < MAX_PAGES && size <= MAX_BYTES; count++) {
      if (isLate()) throw slow(list.path)
      const bytes = await query(list.path, height, list.request({ limit: PAGE_LIMIT, key }))
      size += bytes.length
      const page = decodeAs(sourceOf(list.path), () => list.decode(bytes))
      decodeAs(sourceOf(list.path), () => addAll(items, page.items, list.key))
      if (page.nextKey.length === 0) return [...items.values()]
      key = new Uint8Array(page.nextKey)
    }
    throw new ChainReadError({
      kind: 'schema',
      ...sourceOf(list.path),
      reason: `more than ${MAX_PAGES} pages, or ${MAX_BYTES} bytes`,
    })
  }

  function lateness(): () => boolean {
    const { monotonic, deadlineMs } = options
    if (monotonic === undefined || deadlineMs === undefined) return () => false
    const end = monotonic() + MOST_DEADLINES * deadlineMs
    return () => monotonic() > end
  }

  function slow(path: string): ChainReadError {
    const reason = `not all pages arrived within ${MOST_DEADLINES} deadlines`
    return new ChainReadError({ kind: 'timeout', ...sourceOf(path), reason })
  }

  async function selfDelegations(operators: readonly string[], height: number): Promise<Map<string, bigint>> {
    const requests = operators.map((operator) => {
      const data = decodeAs(sourceOf(DELEGATION), () => selfDelegationRequest(operator))
      return abciRequest({ path: DELEGATION, data, height, prove: false })
    })
    const outcomes = await rpc.batch(requests, options)
    const tokens = new Map<string, bigint>()
    for (const [index, operator] of operators.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok !== true) continue
      const amount = delegationOrNull(() => valueOf(DELEGATION, height, outcome.result))
      if (amount !== null) tokens.set(operator, amount)
    }
    return tokens
  }

  /** Null where it is not known: one of a few that come in turn must not cost the whole state. */
  function delegationOrNull(value: () => Uint8Array): bigint | null {
    try {
      return decodeAs(sourceOf(DELEGATION), () => decodeDelegation(value()))
    } catch (error) {
      if (!(error instanceof ChainReadError)) throw error
      return saysNoDelegation(error.message) ? 0n : null
    }
  }

  async function moduleAnswers(queries: readonly ModuleQuery[], height: number): Promise<ModuleAnswer[]> {
    const requests = queries.map(({ path, request }) =>
      abciRequest({ path, data: request, height, prove: false }),
    )
    const outcomes = await rpc.batch(requests, options)
    return queries.map(({ path }, index): ModuleAnswer => {
      const outcome = outcomes[index]
      if (outcome?.ok === false) return outcome
      try {
        return { ok: true, value: decodeAs(sourceOf(path), () => valueOf(path, height, outcome?.result)) }
      } catch (error) {
        if (error instanceof ChainReadError) return { ok: false, error }
        throw error
      }
    })
  }

  return {
    moduleAnswers,
    stakingValidators: (height) => all(VALIDATORS, height),
    stakingParams: (height) => one(STAKING_PARAMS, height, stakingParamsRequest(), decodeStakingParams),
    stakingPool: (height) => one(STAKING_POOL, height, stakingPoolRequest(), decodeStakingPool),
    signingInfos: (height) => all(INFOS, height),
    slashingParams: (height) => one(SLASHING_PARAMS, height, slashingParamsRequest(), decodeSlashingParams),
    upgradePlan: (height) => one(CURRENT_PLAN, height, new Uint8Array(), decodeCurrentPlan),
    selfDelegations,
  }
}

const VALIDATORS: List<StakingValidator> = {
  path: STAKING_VALIDATORS,
  request: validatorsRequest,
  decode: decodeStakingValidators,
  key: (validator) => validator.operatorAddress,
}

const INFOS: List<SigningInfo> = {
  path: SIGNING_INFOS,
  request: signingInfosRequest,
  decode: decodeSigningInfos,
  key: (info) => info.consensus,
}

function addAll<T>(items: Map<string, T>, page: readonly T[], keyOf: (item: T) => string): void {
  for (const item of page) {
    const key = keyOf(item)
    if (items.has(key)) throw new ShapeError('an entry is in the list twice')
    items.set(key, item)
  }
}
