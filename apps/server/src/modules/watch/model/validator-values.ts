import type { BlockLetter, BondStatus, ConsensusHex } from '@roundsman/cometbft/domain'
import { boundsAfter, type CounterBounds } from '@roundsman/cometbft/state-doubts'
import {
  type Bounds,
  blocksToJail,
  maxMissed,
  missedWhere,
  type WindowBits,
} from '@roundsman/contract/networks/time-to-jail'
import { type ChainModel, shareOf } from './chain-model.ts'
import { blockLetterOf, blockSeconds } from './letter-ring.ts'
import {
  addLetters,
  advance,
  bitsOf,
  type LettersSince,
  noLettersSince,
  type SigningRead,
  uptimeOf,
} from './signing-window.ts'
import type { ValidatorRecord } from './validator-facts.ts'

/** What holds for one validator at one height. null: not known, or nothing to say. */
export interface ValidatorValues {
  slot: number
  id: number | null
  /** null: not in the set of that height, or the height is not known. */
  letter: BlockLetter | null
  inSet: boolean
  bondStatus: BondStatus
  jailed: boolean | null
  tombstoned: boolean | null
  /** Consensus power; 0 outside the set. Its share is of the whole set, 0…1. */
  power: bigint
  powerShare: number
  tokens: bigint | null
  rank: number | null
  /** 0…1, like uptime. */
  commissionRate: number | null
  uptime: number | null
  /** Of one that misses the fewest that it can be, where nobody knows which misses left the window (W193). */
  missedBlocks: number | null
  /** False where there may be more of them; null like the count. */
  missedBlocksExact: boolean | null
  window: number | null
  consecutiveMissed: number | null
  /** False where there may be more of them, because the block before is not known; null like the count. */
  consecutiveMissedExact: boolean | null
  /**
   * Until it is jailed if every block from now on is missed: at least so long, and at most, which is the same where it is
   * known which letters leave the window. null unless bonded and missing.
   */
  secondsToJail: number | null
  secondsToJailAtMost: number | null
}

/**
 * The values of every validator at a height, by slot; null for one that has left. Heights before the model's state
 * read can be asked for as long as no later state is in it. Pure; the letters behind the counters are looked up once
 * for each state read.
 *
 * @param height that of the newest letters to count; null: none are known
 */
export function valuesAt(model: ChainModel, height: number | null): (ValidatorValues | null)[] {
  const present = model.records.filter(({ removedAt }) => removedAt === null)
  const totalPower = present.reduce((sum, { power }) => sum + power, 0n)
  const pace = height === null ? null : blockSeconds(model.ring, height)
  return model.records.map((record) =>
    record.removedAt === null ? valuesOf(model, record, { height, totalPower, pace }) : null,
  )
}

interface AtHeight {
  height: number | null
  totalPower: bigint
  /** Seconds between blocks (W36). */
  pace: number | null
}

function valuesOf(model: ChainModel, record: ValidatorRecord, atHeight: AtHeight): ValidatorValues {
  const { ring, row } = model
  const { slot, power, jailed } = record
  const { height, totalPower } = atHeight
  const inSet = power > 0n
  const { counting, consecutiveMissed, isMissing, counters, uptime } = windowOf(model, record, height)
  const toJail = isMissing ? jailIn(model, counting, atHeight) : null
  return {
    slot,
    id: record.id,
    letter: height === null ? null : blockLetterOf(ring.code(slot, height)),
    inSet,
    bondStatus: record.bondStatus,
    jailed,
    tombstoned: record.tombstoned,
    power,
    powerShare: shareOf(power, totalPower) ?? 0,
    tokens: record.tokens,
    rank: record.rank,
    commissionRate: record.commissionRate === null ? null : Number(record.commissionRate),
    uptime: uptime?.share ?? null,
    missedBlocks: counters?.missed ?? null,
    missedBlocksExact: counters?.isExact ?? null,
    window: row.signedBlocksWindow,
    consecutiveMissed,
    consecutiveMissedExact:
      height === null || consecutiveMissed === null ? null : ring.knowsRunStart(slot, height),
    secondsToJail: toJail?.atLeast ?? null,
    secondsToJailAtMost: toJail?.atMost ?? null,
  }
}

/** Of how many blocks the uptime of one is, at the newest height; null like it. */
export function countedBlocksOf(model: ChainModel, record: ValidatorRecord): number | null {
  return windowOf(model, record, model.ring.newest()).uptime?.counted ?? null
}

/** The chain's counters of one at a height, and what follows from them alone. */
function windowOf(model: ChainModel, record: ValidatorRecord, height: number | null) {
  const { slot, power, jailed, bondStatus } = record
  const window = model.row.signedBlocksWindow
  const consecutiveMissed = height === null ? null : model.ring.consecutiveMissed(slot, height)
  const counting = countingOf(model, slot, height)
  const isMissing = bondStatus === 'BOND_STATUS_BONDED' && jailed === false && (consecutiveMissed ?? 0) > 0
  const counters = countersOf(counting, isMissing)
  const uptime =
    counters && window !== null ? uptimeOf({ ...counters, window, inSet: power > 0n, jailed }) : null
  return { counting, consecutiveMissed, isMissing, counters, uptime }
}

function jailIn({ row }: ChainModel, counting: Counting, { height, pace }: AtHeight): Bounds | null {
  const { read, window, since, bits } = counting
  if (read === null || bits === null || since === null || window === null || row.minSignedPerWindow === null)
    return null
  if (pace === null || height === null) return null
  // Where the letters are behind the state, what the state has counted is over.
  const newest = Math.max(height, read.height - 1)
  const blocks = blocksToJail({
    bits,
    since: since.letters,
    window,
    maxMissed: maxMissed(window, row.minSignedPerWindow),
    untilJudged: read.startHeight + window - newest,
  })
  const inSeconds = (count: number) => Math.round(count * pace * 1000) / 1000
  return blocks && { atLeast: inSeconds(blocks.atLeast), atMost: inSeconds(blocks.atMost) }
}

/** What the chain's counters of one validator are computed from. */
interface Counting {
  read: SigningRead | null
  /** The bits behind `read`, as far as they are known; null without a read. */
  bits: WindowBits | null
  /** Letters from the read up to the height; null without a read. Good until a later height is asked for. */
  since: LettersSince | null
  window: number | null
}

/** Everything that is known of one validator's window at a height. */
export function countingOf(model: ChainModel, slot: number, height: number | null): Counting {
  const window = model.row.signedBlocksWindow
  const read = readOf(model, slot)
  if (read === null || window === null) return { read, bits: null, since: null, window }
  const since = height === null ? noLettersSince(read) : sinceFor(model, slot, read, height)
  return { read, bits: bitsFor(model, slot, read, window), since, window }
}

/** Those that are kept, moved on; heights below and above what is known are looked up by themselves. */
function sinceFor(
  { since, ring }: ChainModel,
  slot: number,
  read: SigningRead,
  height: number,
): LettersSince {
  const kept = since.get(slot) ?? noLettersSince(read)
  const isNext = height >= kept.to && height <= (ring.newest() ?? 0)
  const found = isNext ? kept : noLettersSince(read)
  addLetters(found, ring, slot, height)
  if (isNext) since.set(slot, found)
  return found
}

/** From which height x/slashing counts a validator's blocks; null where that is not known. */
export function signingStartOf(model: Pick<ChainModel, 'signing'>, slot: number): number | null {
  return readOf(model, slot)?.startHeight ?? null
}

function readOf({ signing }: Pick<ChainModel, 'signing'>, slot: number): SigningRead | null {
  const tuple = signing?.infos[slot]
  if (!signing || !tuple) return null
  const [startHeight, indexOffset, missed] = tuple
  return { height: signing.stateHeight, startHeight, indexOffset, missed }
}

function bitsFor({ bits, ring }: ChainModel, slot: number, read: SigningRead, window: number): WindowBits {
  const known = bits.get(slot)
  if (known !== undefined) return known
  const found = bitsOf(read, ring, slot, window)
  // While the letters are still behind the state, the next one may complete them.
  if (found.knownFrom === 0 || (ring.newest() ?? 0) >= read.height - 1) bits.set(slot, found)
  return found
}

/**
 * The chain's counters, moved on to the height where that can be done exactly, else as they were read; of one that misses
 * the fewest that it can be: the misses as read are of a block before those that stand beside them (W193).
 */
function countersOf(counting: Counting, isMissing: boolean) {
  const { read, bits, since, window } = counting
  const known = advanced(counting)
  if (known !== null) return { ...known, isExact: true }
  if (read === null) return null
  const { missed, indexOffset } = read
  if (!isMissing || bits === null || since === null || window === null)
    return { missed, indexOffset, isExact: true }
  const question = { bits, since: since.letters, window }
  const fewest = missedWhere(question, 'latest')
  return { missed: fewest, indexOffset, isExact: missedWhere(question, 'soonest') === fewest }
}

/** Null where nobody knows exactly what they are at the height. */
function advanced({ read, bits, since, window }: Counting) {
  if (read === null || bits === null || since === null || window === null) return null
  return advance(read, bits, since, window)
}

/** Not knowing what leaves the window, every miss is taken to add to it: the most that is possible. */
export function missedAtMost(counting: Counting): number {
  const known = advanced(counting)
  if (known !== null) return known.missed
  const { read, since, window } = counting
  const misses = (since?.letters ?? []).filter((isMissed) => isMissed !== false).length
  return Math.min(window ?? 0, (read?.missed ?? 0) + misses)
}

/**
 * What x/slashing's counters may be in a state of `height`, by consensus address: one value where the letters say what
 * leaves the window, else a range. Whoever has no counters yet is left out.
 */
export function counterBoundsAt(model: ChainModel, height: number): Map<ConsensusHex, CounterBounds> {
  const all = new Map<ConsensusHex, CounterBounds>()
  for (const record of model.records) {
    const bounds = record.removedAt === null ? boundsOf(model, record, height) : null
    if (bounds !== null) all.set(record.consensusAddress, bounds)
  }
  return all
}

function boundsOf(
  model: ChainModel,
  { slot, jailed }: ValidatorRecord,
  height: number,
): CounterBounds | null {
  const counting = countingOf(model, slot, height - 1)
  const { read, since } = counting
  if (read === null) return null
  const letters =
    since === null || !since.isKnown
      ? null
      : { counted: since.letters.length, missed: since.letters.filter(Boolean).length }
  const range = boundsAfter(read, height, letters)
  // Blocks in which somebody is in the set and jailed already count in some versions only, and an index that stands at
  // zero says nothing of what is in the window.
  const isExact = jailed === false && read.indexOffset > 0
  const now = isExact ? advanced(counting) : null
  if (now === null) return range
  const { missed, indexOffset } = now
  return {
    startHeight: read.startHeight,
    indexOffset: { least: indexOffset, most: indexOffset },
    missedBlocks: { least: missed, most: missed },
  }
}
