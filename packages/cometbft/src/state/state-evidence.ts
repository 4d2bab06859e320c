import type { ChainState, ConsensusHex, SigningInfo, SlashingParams, StakingValidator } from '../domain.ts'
import type { StakingParams } from '../rpc/cosmos-sdk.decode.ts'

/** What single keys have been proven to hold. null: proven not to be there. */
export interface Evidence {
  validators: ReadonlyMap<string, StakingValidator | null>
  /** By consensus address. */
  infos: ReadonlyMap<ConsensusHex, SigningInfo | null>
  /** Whether x/staking has a validator with this consensus address. */
  isNamed: ReadonlyMap<ConsensusHex, boolean>
  stakingParams: Partial<StakingParams>
  slashingParams: Partial<SlashingParams>
}

const recordFields = [
  'operatorAddress',
  'consensus',
  'moniker',
  'jailed',
  'status',
  'tokens',
  'delegatorShares',
  'commissionRate',
  'commissionMaxRate',
  'commissionMaxChangeRate',
  'commissionUpdatedAt',
  'unbondingAt',
  'identity',
  'website',
  'securityContact',
  'details',
] as const satisfies (keyof StakingValidator)[]

/** Texts of operators may be anything, so they are not repeated. */
const texts: ReadonlySet<string> = new Set(['moniker', 'identity', 'website', 'securityContact', 'details'])

const infoFields = [
  'tombstoned',
  'jailedUntil',
  'missedBlocks',
  'indexOffset',
  'startHeight',
] as const satisfies (keyof SigningInfo)[]

/** In what a state contradicts what is proven, in a sentence that begins "it says"; null where it does not. */
export function refutationOf(state: ChainState, evidence: Evidence): string | null {
  const validators = new Map(state.staking?.validators.map((one) => [one.operatorAddress, one]))
  for (const [operator, proven] of evidence.validators) {
    const difference = differenceOf(validators.get(operator) ?? null, proven, recordFields)
    if (difference !== null) return `it says ${difference} of ${operator}`
  }
  const infos = new Map(state.slashing?.infos.map((one) => [one.consensus, one]))
  const otherInfo = infosRefutation(infos, evidence)
  if (otherInfo !== null) return otherInfo
  for (const [consensus, isNamed] of evidence.isNamed)
    if (isNamed) return `it says nothing of ${consensus}, which is proven to be a validator`
  return paramsRefutation(state, evidence)
}

/** The same of signing infos alone. */
export function infosRefutation(
  infos: ReadonlyMap<ConsensusHex, SigningInfo>,
  evidence: Pick<Evidence, 'infos'>,
): string | null {
  for (const [consensus, proven] of evidence.infos) {
    const difference = differenceOf(infos.get(consensus) ?? null, proven, infoFields)
    if (difference !== null) return `it says ${difference} of the signing info of ${consensus}`
  }
  return null
}

function paramsRefutation({ staking, slashing }: ChainState, evidence: Evidence): string | null {
  const { unbondingMs, maxValidators } = evidence.stakingParams
  const { signedBlocksWindow, minSignedPerWindow, downtimeJailMs, slashDowntime } = evidence.slashingParams
  const pairs: [string, ...(string | number | undefined)[]][] = [
    ['unbonding time', staking?.unbondingMs, unbondingMs],
    ['max_validators', staking?.maxValidators, maxValidators],
    ['signed_blocks_window', slashing?.params.signedBlocksWindow, signedBlocksWindow],
    ['min_signed_per_window', slashing?.params.minSignedPerWindow, minSignedPerWindow],
    ['downtime_jail_duration', slashing?.params.downtimeJailMs, downtimeJailMs],
    ['slash_fraction_downtime', slashing?.params.slashDowntime, slashDowntime],
  ]
  for (const [name, said, proven] of pairs)
    if (said !== undefined && proven !== undefined && said !== proven)
      return `it says ${name} ${said} (proven: ${proven})`
  return null
}

/** Operators of whom two states of one height say different things, or only one says any. */
export function operatorsThatDiffer(one: ChainState, other: ChainState): string[] {
  const [ours, theirs] = [recordsOf(one), recordsOf(other)]
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter((operator) => {
    const [mine, yours] = [ours.get(operator) ?? null, theirs.get(operator) ?? null]
    return (
      differenceOf(mine?.validator ?? null, yours?.validator ?? null, recordFields) !== null ||
      differenceOf(mine?.info ?? null, yours?.info ?? null, infoFields) !== null
    )
  })
}

/** Operators of whose signing infos another host says otherwise; nobody where none was asked. */
export function operatorsWithOtherInfos(
  { staking, slashing }: ChainState,
  others: { infos: ReadonlyMap<ConsensusHex, SigningInfo> } | null,
): string[] {
  if (others === null) return []
  const infos = new Map(slashing?.infos.map((info) => [info.consensus, info]))
  const isOther = ({ consensus }: StakingValidator) =>
    differenceOf(infos.get(consensus) ?? null, others.infos.get(consensus) ?? null, infoFields) !== null
  return (staking?.validators ?? []).filter(isOther).map(({ operatorAddress }) => operatorAddress)
}

function recordsOf({ staking, slashing }: ChainState) {
  const infos = new Map(slashing?.infos.map((info) => [info.consensus, info]))
  const validators = staking?.validators ?? []
  return new Map(
    validators.map((validator) => [
      validator.operatorAddress,
      { validator, info: infos.get(validator.consensus) ?? null },
    ]),
  )
}

function differenceOf<T extends object>(
  said: T | null,
  proven: T | null,
  fields: readonly (keyof T & string)[],
): string | null {
  if (said === null || proven === null) {
    if (said === proven) return null
    return said === null ? 'nothing (proven: it is there)' : 'something (proven: it is not there)'
  }
  for (const field of fields) {
    if (said[field] === proven[field]) continue
    if (texts.has(field)) return `another ${field} than the proven one`
    return `${field} ${String(said[field])} (proven: ${String(proven[field])})`
  }
  return null
}
