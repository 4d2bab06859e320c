import type { BondStatus, BlockLetter } from '@roundsman/cometbft/domain'
import { blockSeconds } from './block-times.ts'
import { type ChainModel, shareOf } from './chain-model.ts'
import { type Counting, countersOf, countingOf, missedAtMost } from './counting.ts'
import { maxMissed, uptimeOf, secondsToJail } from './slashing.ts'
import { blockLetterOf } from './letter-ring.ts'
import { advance } from './signing-window.ts'
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
  missedBlocks: number | null
  window: number | null
  consecutiveMissed: number | null
  /** False where there may be more of them, because the block before is not known; null like the count. */
  consecutiveMissedExact: boolean | null
  /** Until the missed blocks pass the limit if every block from now on is missed; null unless bonded and missing. */
  secondsToJail: number | null
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

interface Moment {
  height: number | null
  totalPower: bigint
  /** Median seconds between blocks. */
  pace: number | null
}

function valuesOf(model: ChainModel, record: ValidatorRecord, moment: Moment): ValidatorValues {
  const { ring, row } = model
  const { slot, power, jailed } = record
  const { height, totalPower } = moment
  const inSet = power > 0n
  const window = row.signedBlocksWindow
  const consecutiveMissed = height === null ? null : ring.consecutiveMissed(slot, height)
  const counting = countingOf(model, slot, height)
  const counters = countersOf(counting)
  const isMissing =
    record.bondStatus === 'BOND_STATUS_BONDED' && jailed === false && (consecutiveMissed ?? 0) > 0
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
    uptime: counters && window !== null ? uptimeOf({ ...counters, window, inSet, jailed }) : null,
    missedBlocks: counters?.missed ?? null,
    window,
    consecutiveMissed,
    consecutiveMissedExact:
      height === null || consecutiveMissed === null ? null : ring.knowsRunStart(slot, height),
    secondsToJail: isMissing ? jailIn(model, counting, moment) : null,
  }
}

function jailIn({ row }: ChainModel, counting: Counting, { height, pace }: Moment): number | null {
  const { read, window, since, history } = counting
  if (read === null || window === null || row.minSignedPerWindow === null) return null
  if (pace === null || height === null) return null
  const known = history !== null && since !== null
  const seconds = secondsToJail({
    read,
    history: known ? history : null,
    now: known
      ? advance(read, history, since, window)
      : { missed: missedAtMost(counting), since: since ?? [] },
    window,
    maxMissed: maxMissed(window, row.minSignedPerWindow),
    height,
    blockSeconds: pace,
  })
  return seconds === null ? null : Math.round(seconds * 1000) / 1000
}
