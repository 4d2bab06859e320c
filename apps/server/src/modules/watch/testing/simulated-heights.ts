import type { BlockLetter, BondStatus, ChainState } from '@roundsman/cometbft/domain'
import type { ValidatorEvent, PlanEvent } from '@roundsman/simnet/chain/chain-event'
import { FLAG_ABSENT, FLAG_NIL, BONDED, UNBONDING } from '@roundsman/simnet/chain/chain-state'
import { createChain } from '@roundsman/simnet/chain/create-chain'
import type { NetworkProfile } from '@roundsman/simnet/network-profile'
import type { ObservedHeight } from './without-database.ts'

export interface SimulatedChain {
  profile: NetworkProfile
  script: readonly (ValidatorEvent | PlanEvent)[]
  firstHeight: number
  /** Header time of the first height, Unix ms. */
  firstTime: number
}

/** For so many blocks everybody had signed before the first height: the slashing window is full. */
const signedBefore = 100_000
const source = { assurance: 'PROVEN', host: 'rpc.example.org' } as const

/** The simulation's chain, each height as the product reads it of a node whose answers are proven. Look at them in order. */
export function simulatedHeights(input: SimulatedChain, count: number): ObservedHeight[] {
  const { profile, script, firstHeight, firstTime } = input
  const timeOf = (height: number) => firstTime + (height - firstHeight) * profile.blockTimeMs
  const { blockTimeMs } = profile
  const chain = createChain({ seed: 'messages', profile, firstHeight, natural: false, timeOf, blockTimeMs })
  for (const event of script) chain.arrange(event)
  let newest: ObservedHeight['block'] | null = null
  const blockAt = (height: number): ObservedHeight['block'] => {
    const { set, votes } = chain.history.at(height)
    const letters = set.members.map(({ key }, place) => [key.hex, letterOf(votes[place], place)] as const)
    const signed = set.members.filter((_, place) => votes[place] !== FLAG_ABSENT)
    return {
      ...{ height, time: timeOf(height), hash: `${height}`, validatorsHash: '', ...source },
      proposer: set.members[0]?.key.hex ?? '',
      letters: new Map(letters),
      signedPower: signed.reduce((sum, { power }) => sum + power, 0n),
      totalPower: set.totalPower,
    }
  }
  const stateAt = (height: number): ChainState => {
    const { set, validators, infos } = chain.history.at(height)
    const staking = validators.flatMap((record) => {
      const entry = record && chain.roster[record.index]
      if (!record || !entry) return []
      const { tokens, shares, jailed, status, commission, moniker, rotations } = record
      const { operatorAddress, identity, website, securityContact, details } = entry
      return {
        operatorAddress,
        identity,
        website,
        securityContact,
        details,
        moniker,
        jailed,
        tokens,
        consensus: entry.keyOf(rotations).hex,
        status: statusOf(status),
        delegatorShares: shares,
        commissionRate: (Number(commission) / 1e18).toFixed(18),
        commissionMaxRate: '1',
        commissionMaxChangeRate: '1',
        commissionUpdatedAt: record.commissionSetAt,
        unbondingAt: record.unbondingAt === 0 ? null : record.unbondingAt,
      }
    })
    const counted = infos.flatMap((info, index) => {
      const consensus = chain.roster[index]?.keyOf(info?.rotations ?? 0).hex
      if (!info || consensus === undefined) return []
      const before = info.startHeight <= firstHeight ? signedBefore : 0
      return {
        consensus,
        startHeight: info.startHeight - before,
        indexOffset: info.indexOffset + before,
        missedBlocks: info.missed,
        jailedUntil: info.jailedUntil === 0 ? null : info.jailedUntil,
        tombstoned: info.tombstoned,
      }
    })
    const slashing = profile.staking?.slashing
    return {
      height,
      time: timeOf(height),
      source,
      sources: new Map(),
      selfDelegations: new Map(),
      set: set.members.map(({ key, power }) => ({
        address: key.hex,
        keyType: 'tendermint/PubKeyEd25519',
        key: new Uint8Array(),
        power,
      })),
      staking: {
        validators: staking,
        bondedTokens: staking.reduce((sum, { tokens }) => sum + tokens, 0n),
        bech32Prefix: 'celestia',
        maxValidators: 100,
        unbondingMs: profile.staking?.unbondingMs ?? 0,
      },
      slashing: slashing
        ? {
            infos: counted,
            params: {
              signedBlocksWindow: slashing.signedBlocksWindow,
              minSignedPerWindow: String(Number(slashing.minSignedPerWindow) / 1e18),
              downtimeJailMs: slashing.downtimeJailMs,
            },
          }
        : null,
      upgrade: { plan: chain.upgradePlanAt(height), source },
    }
  }
  return Array.from({ length: count }, (_, index) => ({
    get block() {
      if (newest?.height !== firstHeight + index) newest = blockAt(firstHeight + index)
      return newest
    },
    get state() {
      return stateAt(firstHeight + index)
    },
  }))
}

function letterOf(flag: number | undefined, place: number): BlockLetter {
  if (flag === FLAG_ABSENT) return 'm'
  if (flag === FLAG_NIL) return 'n'
  return place === 0 ? 'p' : 's'
}

function statusOf(status: number): BondStatus {
  if (status === BONDED) return 'BOND_STATUS_BONDED'
  return status === UNBONDING ? 'BOND_STATUS_UNBONDING' : 'BOND_STATUS_UNBONDED'
}
