import { base64 } from '@scure/base'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type {
  FullHeader,
  SetMember,
  SignedHeader,
  SigningInfo,
  SlashingParams,
  StakingValidator,
} from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { EndpointPool, UseOptions } from '../pool/endpoint-pool.ts'
import type { StateClaim, StateKey } from '../proof/state-proof.ts'
import { decodeAbciQuery } from '../rpc/abci-reader.ts'
import { decodeCommit, decodeValidatorsPage } from '../rpc/cometbft.decode.ts'
import {
  decodeSigningRecord,
  decodeSlashingParamsRecord,
  decodeStakingParamsRecord,
  decodeStakingRecord,
  type StakingParams,
} from '../rpc/cosmos-sdk.decode.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import type { StateRequest } from '../state/state-reader.ts'
import { asKnown } from './as-known.ts'

export type ProofRunName =
  | 'cometbft-1.0.1-bls12381'
  | 'sdk-0.46'
  | 'sdk-0.46-governance'
  | 'sdk-0.46-params'
  | 'sdk-0.53'
  | 'sdk-0.53-empty-store'
  | 'sdk-0.53-governance'
  | 'sdk-0.53-own-stakes'
  | 'sdk-0.53-secp256k1'
  | 'sdk-0.55-governance'

/** A recorded run of a chain: what each question was answered, by the name of the question (`commit-48`). */
interface ProofRun {
  names(pattern: RegExp): string[]
  /** The `result` of an answer. */
  result(name: string): unknown
  /** `/commit` without a height, asked again and again: what the node had seen of its newest block. */
  seen(): unknown[]
}

type Files = Readonly<Record<string, { result: unknown }>> & { 'seen.json'?: { r: unknown }[] }
const unpacked = new Map<ProofRunName, Files>()

function filesOf(name: ProofRunName): Files {
  const known = unpacked.get(name)
  if (known !== undefined) return known
  const packed = readFileSync(new URL(`../fixtures/proofs/${name}.json.gz`, import.meta.url))
  const files = JSON.parse(gunzipSync(packed).toString('utf8')) as Files
  unpacked.set(name, files)
  return files
}

export function proofRun(name: ProofRunName): ProofRun {
  const files = filesOf(name)
  return {
    names: (pattern) =>
      Object.keys(files)
        .map((file) => file.replace(/\.json$/, ''))
        .filter((file) => pattern.test(file)),
    seen: () => (files['seen.json'] ?? []).map(({ r }) => r),
    result(file) {
      const answer = files[`${file}.json`]
      if (answer === undefined) throw new Error(`${name} has no ${file}`)
      return answer.result
    },
  }
}

export interface RecordedBlock {
  signed: SignedHeader
  set: readonly SetMember[]
}

const chains = new Map<ProofRunName, ReadonlyMap<number, RecordedBlock>>()

/** The blocks of a recorded run, by height, from 1 on. The last one's commit may be the seen one. */
export function recordedChain(name: ProofRunName): ReadonlyMap<number, RecordedBlock> {
  const known = chains.get(name) ?? decoded(name)
  chains.set(name, known)
  return known
}

function decoded(name: ProofRunName): ReadonlyMap<number, RecordedBlock> {
  const run = proofRun(name)
  const heights = run.names(/^commit-\d+$/).map((file) => Number(file.slice('commit-'.length)))
  const withSet = heights.filter((height) => run.names(new RegExp(`^validators-${height}$`)).length > 0)
  return new Map(
    withSet
      .sort((a, b) => a - b)
      .map((height) => [
        height,
        {
          signed: decodeCommit(run.result(`commit-${height}`)),
          set: decodeValidatorsPage(run.result(`validators-${height}`)).members,
        },
      ]),
  )
}

/** One of them. */
export function recordedBlock(name: ProofRunName, height: number): RecordedBlock {
  const block = recordedChain(name).get(height)
  if (block === undefined) throw new Error(`${name} has no block ${height}`)
  return block
}

/** The one height of the recorded run at which every record, signing info and parameter was proven. */
export const RECORDED_HEIGHT = 78
/** An operator of which it is proven that there is no such one: twenty bytes of 0x42. */
export const NOBODY = 'cosmosvaloper1gfpyysjzgfpyysjzgfpyysjzgfpyysjz89lhg2'

/** What a node of the recorded chain says at that height; a test changes it to make a liar of it. */
interface RecordedState {
  validators: StakingValidator[]
  infos: SigningInfo[]
  stakingParams: StakingParams
  slashingParams: SlashingParams
  /** The set, where it is another than the recorded one. */
  set: SetMember[] | null
}

const run = proofRun('sdk-0.53')

function claims(): Map<string, StateClaim> {
  const all = new Map<string, StateClaim>()
  const names: [RegExp, string][] = [
    [/^abci-(val-78-|absent-val$|by-cons$|staking-params$)/, 'staking'],
    [/^abci-(info-78-|absent-info$|slashing-params$)/, 'slashing'],
  ]
  for (const [pattern, store] of names)
    for (const name of run.names(pattern)) {
      const claim = claimOf(run, name, store)
      all.set(keyText(claim), claim)
    }
  return all
}

function claimOf(from: ProofRun, name: string, store: string): StateClaim {
  const result = from.result(name)
  const { value, ops } = decodeAbciQuery(result)
  const { key } = (result as { response: { key: string } }).response
  return { store, key: base64.decode(key), value: value.length === 0 ? null : value, ops }
}

const keyText = ({ store, key }: StateKey) => `${store} ${base64.encode(key)}`
const valueOf = (name: string) => claimOf(run, name, '').value ?? new Uint8Array()

/** The set that the recorded state leads to. */
export function setAfter(): readonly SetMember[] {
  return recordedBlock('sdk-0.53', RECORDED_HEIGHT + 2).set
}

/** The header that commits to the recorded state. */
export function headerAbove(): FullHeader {
  return recordedBlock('sdk-0.53', RECORDED_HEIGHT + 1).signed.header
}

/** What an honest node says. */
export function recordedState(): RecordedState {
  return {
    validators: run.names(/^abci-val-78-/).map((name) => decodeStakingRecord(valueOf(name))),
    infos: run.names(/^abci-info-78-/).flatMap((name) => {
      const key = claimOf(run, name, 'slashing').key.subarray(2)
      return decodeSigningRecord(Buffer.from(key).toString('hex').toUpperCase(), valueOf(name)) ?? []
    }),
    stakingParams: decodeStakingParamsRecord(valueOf('abci-staking-params')),
    slashingParams: decodeSlashingParamsRecord(valueOf('abci-slashing-params')),
    set: null,
  }
}

export interface RecordedNode extends NodeClient {
  /** Edited by a test. */
  says: RecordedState
  /** What it says of a key with its proof; null: it refuses `/store`. */
  proves: ((claim: StateClaim) => StateClaim) | null
  /** Keys of those that were recorded that it was asked to prove; own stakes were not. */
  asked: string[]
}

/** A node of the recorded chain, at one height. */
export function recordedNode(host: string): RecordedNode {
  const known = claims()
  const refused = (reason: string) => new ChainReadError({ kind: 'abci', host, method: 'abci_query', reason })
  const answer = <T>(value: () => T): Promise<T> => {
    try {
      return Promise.resolve(value())
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error('not an error'))
    }
  }
  const never = (): never => {
    throw new Error('not recorded')
  }
  const node: RecordedNode = {
    host,
    says: recordedState(),
    proves: (claim) => claim,
    asked: [],
    commit: (height) => answer(() => recordedBlock('sdk-0.53', height).signed),
    validatorSet: (height) => answer(() => [...(node.says.set ?? recordedBlock('sdk-0.53', height).set)]),
    stakingValidators: () => answer(() => node.says.validators),
    stakingParams: () => answer(() => node.says.stakingParams),
    stakingPool: () => answer(() => ({ bondedTokens: 9_900_000_000n, notBondedTokens: 0n })),
    signingInfos: () => answer(() => node.says.infos),
    slashingParams: () => answer(() => node.says.slashingParams),
    upgradePlan: () => answer(() => ({ plan: null })),
    selfDelegations: () => answer(() => new Map()),
    moduleAnswers: () => answer(() => []),
    storeValues: (keys) =>
      answer(() =>
        keys.map((key) => {
          const { proves } = node
          if (proves === null) throw refused('query path /store is disabled')
          const claim = known.get(keyText(key))
          if (claim === undefined) throw refused(`${keyText(key)} is not recorded`)
          node.asked.push(keyText(key))
          return proves(claim)
        }),
      ),
    status: never,
    commits: never,
  }
  return node
}

/** Three hosts of one recorded chain, asked in this order; like the pool, as far as the reader sees it. */
export function poolOf(hosts: readonly RecordedNode[]) {
  const blamed: Record<string, string> = {}
  const use = async <T>(work: (node: NodeClient) => Promise<T>, { otherThan = [] }: UseOptions = {}) => {
    const left = hosts.filter(({ host }) => blamed[host] === undefined)
    const isOther = ({ host }: RecordedNode) => !otherThan.includes(host)
    let last: unknown = new Error('nobody')
    for (const node of [...left.filter(isOther), ...left.filter((one) => !isOther(one))]) {
      try {
        return await work(node)
      } catch (error) {
        if (!(error instanceof ChainReadError)) throw error
        last = error
      }
    }
    throw last
  }
  const blame = (host: string, reason: string) => {
    blamed[host] = reason
  }
  return { pool: { use, blame } as Pick<EndpointPool, 'use' | 'blame'>, blamed }
}

/** Asks for the recorded state below a proven header, with all of it known before. */
export const recordedRequest = (): StateRequest => ({
  height: RECORDED_HEIGHT,
  newest: { header: headerAbove(), assurance: 'PROVEN' },
  nextSet: setAfter(),
  known: asKnown(recordedState()),
  counters: new Map(),
  problemOf: () => null,
})
