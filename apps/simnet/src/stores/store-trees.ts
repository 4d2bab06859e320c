import { Params as SlashingParams } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { Delegation, Params as StakingParams } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { compareBytes } from '../bytes.ts'
import type { ChainState, ValidatorRecord } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { RosterEntry } from '../chain/roster.ts'
import type { UpgradePlan } from '../chain/chain-event.ts'
import type { ConsensusKey } from '../keys/consensus-key.ts'
import { createIavlTree, type IavlTree, leafHash, type StoredPair } from '../merkle/iavl-tree.ts'
import type { StakingProfile } from '../network-profile.ts'
import { hasLegacyParams } from '../node-version.ts'
import {
  legacyParams,
  signingInfoBytes,
  slashingParams,
  stakingParams,
  validatorRecordBytes,
} from './record-bytes.ts'
import { selfDelegation } from './self-delegation.ts'
import { storeKeys } from './store-keys.ts'

export interface HashedPair extends StoredPair {
  hash: Uint8Array
}

/** What of x/staking follows from one record: hashed once, since a record is never changed. */
const recordPairs = new WeakMap<ValidatorRecord, HashedPair[]>()

export function stakingTree(chain: Chain, staking: StakingProfile, state: Readonly<ChainState>): IavlTree {
  const pairs = state.validators.flatMap((record) => {
    const entry = record === null ? undefined : chain.roster[record.index]
    return record === null || entry === undefined ? [] : pairsOf(entry, record)
  })
  if (!hasLegacyParams(chain.profile)) {
    const value = StakingParams.encode(stakingParams(staking)).finish()
    pairs.push(hashed({ key: storeKeys.stakingParams, value }))
  }
  return treeOf(pairs)
}

/** Keys of signing infos, which are asked for with every block. */
const infoKeys = new WeakMap<ConsensusKey, Uint8Array>()

export function slashingTree(chain: Chain, staking: StakingProfile, state: Readonly<ChainState>): IavlTree {
  const pairs: HashedPair[] = []
  for (const [index, info] of state.infos.entries()) {
    const entry = chain.roster[index]
    if (info === null || entry === undefined) continue
    const consensusKey = entry.keyOf(info.rotations)
    const key = infoKeys.get(consensusKey) ?? storeKeys.signingInfo(consensusKey.address)
    infoKeys.set(consensusKey, key)
    pairs.push(hashed({ key, value: signingInfoBytes(entry, info) }))
  }
  if (!hasLegacyParams(chain.profile)) {
    const value = SlashingParams.encode(slashingParams(staking.slashing)).finish()
    pairs.push(hashed({ key: storeKeys.slashingParams, value }))
  }
  return treeOf(pairs)
}

/** `others`: what modules besides x/staking and x/slashing keep there. */
export function paramsTree(staking: StakingProfile, others: ReadonlyMap<string, string>): IavlTree {
  return treeOf(
    [...legacyParams(staking), ...others].map(([key, value]) =>
      hashed({ key: Buffer.from(key), value: Buffer.from(value) }),
    ),
  )
}

/** The pending plan beside the versions of the modules, which are always there. */
export function upgradeTree(plan: UpgradePlan | null): IavlTree {
  const pairs = ['bank', 'slashing', 'staking', 'upgrade'].map((module) =>
    hashed({ key: storeKeys.moduleVersion(module), value: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 4) }),
  )
  if (plan !== null) {
    pairs.push(hashed({ key: storeKeys.upgradePlan, value: Plan.encode(planMessage(plan)).finish() }))
  }
  return treeOf(pairs)
}

/** cosmos.upgrade.v1beta1.Plan. */
export function planMessage({ name, height }: UpgradePlan): Plan {
  return Plan.fromPartial({ name, height: BigInt(height) })
}

function pairsOf(entry: RosterEntry, record: ValidatorRecord): HashedPair[] {
  const known = recordPairs.get(record)
  if (known !== undefined) return known
  const operator = entry.operatorBytes
  const consensus = entry.keyOf(record.rotations).address
  const own = selfDelegation(entry, record)
  const pairs = [
    { key: storeKeys.validator(operator), value: validatorRecordBytes(entry, record) },
    { key: storeKeys.operatorByConsensus(consensus), value: operator },
    ...(own === null
      ? []
      : [{ key: storeKeys.delegation(operator, operator), value: Delegation.encode(own).finish() }]),
  ].map(hashed)
  recordPairs.set(record, pairs)
  return pairs
}

export function hashed(pair: StoredPair): HashedPair {
  return { key: pair.key, value: pair.value, hash: leafHash(pair) }
}

export function treeOf(pairs: HashedPair[]): IavlTree {
  pairs.sort((a, b) => compareBytes(a.key, b.key))
  return createIavlTree(
    pairs,
    pairs.map((pair) => pair.hash),
  )
}
