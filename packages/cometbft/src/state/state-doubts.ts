import type {
  BondStatus,
  ChainState,
  ConsensusHex,
  SetMember,
  SigningInfo,
  StakingValidator,
} from '../domain.ts'
import { isReportableStake, worthBeforeSlash } from './stake.ts'

/** What was known of a validator before a read: the values that people are shown or notified of. null: not known. */
export interface KnownValidator {
  operatorAddress: string | null
  consensusAddress: ConsensusHex
  moniker: string | null
  identity: string | null
  website: string | null
  securityContact: string | null
  details: string | null
  bondStatus: BondStatus
  jailed: boolean | null
  tombstoned: boolean | null
  jailedUntil: number | null
  tokens: bigint | null
  delegatorShares: bigint | null
  /** The tokens that were reported last: small changes add up to one that is reported. */
  reportedTokens: bigint | null
  commissionRate: string | null
  commissionMaxRate: string | null
  commissionMaxChangeRate: string | null
  commissionUpdatedAt: number | null
  unbondingAt: number | null
  /** null while the chain has it. */
  removedAt: number | null
}

export interface Doubts {
  /** Operators whose record has to be looked at before anybody is notified of it. */
  operators: readonly string[]
  /** Members of the proven set that the list does not name and nobody knows: x/staking may not have them at all. */
  unnamed: readonly ConsensusHex[]
}

interface DoubtsInput {
  state: ChainState
  known: readonly KnownValidator[]
  /** What x/slashing's counters may be now; whoever is not in it has none that were read before. */
  counters: ReadonlyMap<ConsensusHex, CounterBounds>
  /** The proven set that this state leads to; null where none is at hand. */
  nextSet: readonly SetMember[] | null
}

/** Less than a two-hundredth of the tokens is not reported by itself; such changes are looked at in their turn. */
const tokenShare = 200n

/**
 * Which values of a list cannot be taken from one endpoint: those that differ from what is known, counters that the
 * blocks in between do not lead to, and what does not fit the set that the chain has signed (a member of it is bonded
 * and not jailed). `disputed`: operators of whom another host says otherwise.
 */
export function doubtsAbout(
  { state, known, counters, nextSet }: DoubtsInput,
  disputed: readonly string[] = [],
): Doubts {
  const validators = state.staking?.validators ?? []
  const here = new Map(validators.map((validator) => [validator.operatorAddress, validator]))
  const doubtful = new Set(disputed)
  const knownHere = known.filter(({ removedAt }) => removedAt === null)
  const before = new Map(
    knownHere.flatMap((record) =>
      record.operatorAddress === null ? [] : [[record.operatorAddress, record]],
    ),
  )
  const infos = new Map(state.slashing?.infos.map((info) => [info.consensus, info]))
  if (!isFirstList(known)) {
    for (const validator of validators) {
      const record = before.get(validator.operatorAddress)
      const info = infos.get(validator.consensus) ?? null
      const bounds = counters.get(validator.consensus) ?? null
      if (record === undefined || isOther(record, validator) || isOtherInfo(record, info, bounds))
        doubtful.add(validator.operatorAddress)
    }
    for (const operator of before.keys()) if (!here.has(operator)) doubtful.add(operator)
    for (const operator of movedPast(before, here)) doubtful.add(operator)
  }
  const unnamed = state.staking === null ? [] : againstSet(validators, nextSet, knownHere, doubtful)
  return { operators: [...doubtful], unnamed }
}

/** Whether nothing was known before, with which a list could be compared. */
export function isFirstList(
  known: readonly Pick<KnownValidator, 'operatorAddress' | 'removedAt'>[],
): boolean {
  return known.every(({ operatorAddress, removedAt }) => operatorAddress === null || removedAt !== null)
}

/** Adds who does not fit the set; gives the members that the list does not name. */
function againstSet(
  validators: readonly StakingValidator[],
  nextSet: readonly SetMember[] | null,
  known: readonly KnownValidator[],
  doubtful: Set<string>,
): ConsensusHex[] {
  if (nextSet === null) return []
  const members = new Set(nextSet.map(({ address }) => address))
  for (const { operatorAddress, consensus, jailed, status } of validators) {
    const isActive = !jailed && status === 'BOND_STATUS_BONDED'
    if (isActive !== members.has(consensus)) doubtful.add(operatorAddress)
    members.delete(consensus)
  }
  const operators = new Map(known.map((record) => [record.consensusAddress, record.operatorAddress]))
  return [...members].filter((address) => {
    const operator = operators.get(address) ?? null
    if (operator !== null) doubtful.add(operator)
    return operator === null
  })
}

/** Who has passed somebody else by a change of tokens, however small it was. */
function movedPast(
  before: ReadonlyMap<string, Pick<KnownValidator, 'tokens'>>,
  here: ReadonlyMap<string, Pick<StakingValidator, 'tokens'>>,
): string[] {
  const both = [...before.keys()].filter((operator) => here.has(operator)).sort()
  const placesIn = (all: ReadonlyMap<string, { tokens: bigint | null }>) => {
    const tokensOf = (operator: string) => all.get(operator)?.tokens ?? 0n
    const order = [...both].sort(
      (a, b) => Number(tokensOf(b) > tokensOf(a)) - Number(tokensOf(b) < tokensOf(a)),
    )
    return new Map(order.map((operator, place) => [operator, place]))
  }
  const [was, is] = [placesIn(before), placesIn(here)]
  return both.filter(
    (operator) =>
      was.get(operator) !== is.get(operator) && before.get(operator)?.tokens !== here.get(operator)?.tokens,
  )
}

/** What an operator says of itself is shown on its page, its address on the web as a link. */
const shownFields = [
  'moniker',
  'identity',
  'website',
  'securityContact',
  'details',
  'jailed',
  'commissionRate',
  'commissionMaxRate',
  'commissionMaxChangeRate',
  'commissionUpdatedAt',
  'unbondingAt',
] as const satisfies (keyof KnownValidator & keyof StakingValidator)[]

function isOther(before: KnownValidator, now: StakingValidator): boolean {
  return (
    before.consensusAddress !== now.consensus ||
    before.bondStatus !== now.status ||
    shownFields.some((field) => before[field] !== now[field]) ||
    isOtherAmount(before.tokens, now.tokens) ||
    isFarFromReported(before, now) ||
    isSlashed(before, now)
  )
}

/** Many changes of which none is looked at by itself. */
function isFarFromReported({ reportedTokens }: KnownValidator, now: StakingValidator): boolean {
  return reportedTokens !== null && isReportableStake(reportedTokens, now.tokens)
}

function isSlashed({ tokens, delegatorShares }: KnownValidator, now: StakingValidator): boolean {
  if (tokens === null || delegatorShares === null) return false
  return worthBeforeSlash({ tokens, delegatorShares }, now) !== null
}

function isOtherInfo(
  before: KnownValidator,
  info: SigningInfo | null,
  bounds: CounterBounds | null,
): boolean {
  return (
    before.tombstoned !== (info?.tombstoned ?? null) ||
    before.jailedUntil !== (info?.jailedUntil ?? null) ||
    (info !== null && bounds !== null && !isWithin(bounds, info))
  )
}

function isOtherAmount(before: bigint | null, now: bigint): boolean {
  if (before === null || before === now) return before === null
  const difference = before > now ? before - now : now - before
  return difference * tokenShare >= before
}

/**
 * The next `count` operators after the one that came last in the previous turn, in the order of their addresses, so
 * that everybody is looked at within a few reads.
 */
export function nextInTurn(
  validators: readonly StakingValidator[],
  after: string | null,
  count: number,
): string[] {
  const operators = validators.map(({ operatorAddress }) => operatorAddress).sort()
  const start = after === null ? 0 : operators.findIndex((operator) => operator > after)
  const from = Math.max(0, start)
  return [...operators.slice(from), ...operators.slice(0, from)].slice(0, count)
}

/** x/slashing's counters as a state had them: they count the letters of all heights below that one. */
interface CountersRead {
  height: number
  startHeight: number
  indexOffset: number
  missed: number
}

interface Range {
  least: number
  most: number
}

/** What the counters of a validator may be in a later state, as long as it is not jailed in between. */
export interface CounterBounds {
  startHeight: number
  indexOffset: Range
  missedBlocks: Range
}

/**
 * From an earlier read to a state of `height`. Each block in whose set the validator is moves the index by one at most;
 * a block that it misses adds a miss, and any block may let one leave the window.
 *
 * @param letters of the validator from the read's height up to below `height`; null where one of them is not known
 */
export function boundsAfter(
  { height: since, startHeight, indexOffset, missed }: CountersRead,
  height: number,
  letters: { counted: number; missed: number } | null,
): CounterBounds {
  const counted = letters?.counted ?? Math.max(0, height - since)
  return {
    startHeight,
    indexOffset: { least: indexOffset, most: indexOffset + counted },
    missedBlocks: { least: missed - counted, most: missed + (letters?.missed ?? counted) },
  }
}

export function isWithin(
  bounds: CounterBounds,
  info: Pick<SigningInfo, 'startHeight' | 'indexOffset' | 'missedBlocks'>,
): boolean {
  return (
    info.startHeight === bounds.startHeight &&
    isIn(bounds.indexOffset, info.indexOffset) &&
    isIn(bounds.missedBlocks, info.missedBlocks)
  )
}

/** Whether the blocks in between leave one value for each counter. */
export function isExact({ indexOffset, missedBlocks }: CounterBounds): boolean {
  return indexOffset.least === indexOffset.most && missedBlocks.least === missedBlocks.most
}

function isIn({ least, most }: Range, value: number): boolean {
  return least <= value && value <= most
}
