import { base64 } from '@scure/base'
import { decodeAbciQuery } from '../abci-query.decode.ts'
import type { SetMember, SigningInfo, SlashingParams, StakingValidator } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { NodeClient } from '../node-client.ts'
import type { FullHeader } from '../proof/signed-header.ts'
import type { StateClaim, StateKey } from '../proof/state.ts'
import { decodeSigningRecord, decodeSlashingParamsRecord } from '../slashing.decode.ts'
import { decodeStakingParamsRecord, decodeStakingRecord, type StakingParams } from '../staking.decode.ts'
import { type ProofRun, proofRun } from './proof-run.ts'
import { recordedBlock } from './recorded-chain.ts'

/** The one height of the recorded run at which every record, signing info and parameter was proven. */
export const RECORDED_HEIGHT = 78
/** An operator of which it is proven that there is no such one: twenty bytes of 0x42. */
export const NOBODY = 'cosmosvaloper1gfpyysjzgfpyysjzgfpyysjzgfpyysjz89lhg2'

/** What a node of the recorded chain says at that height; a test changes it to make a liar of it. */
export interface RecordedState {
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
