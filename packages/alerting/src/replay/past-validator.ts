import type { ValidatorReading } from '../deciding/observation.ts'
import type { ChainRecord, RecordedBlock, RecordedEvent, RecordedSample } from './record.ts'
import { createWindowCount } from './window-count.ts'

type Kept = NonNullable<ChainRecord['validator']>

/** One validator as it was, moved on by what is kept of it. */
export interface PastValidator {
  reading(): ValidatorReading
  block(block: RecordedBlock): void
  sample(sample: RecordedSample): void
  event(event: RecordedEvent): void
}

/** The id that it has in a replay: nobody else is in it. */
export const replayedId = 1

const bondStatuses: Partial<Record<string, ValidatorReading['bondStatus']>> = {
  bonded: 'BOND_STATUS_BONDED',
  unbonding: 'BOND_STATUS_UNBONDING',
  unbonded: 'BOND_STATUS_UNBONDED',
}

/**
 * Where the letters do not fill the window, the misses are those of the last sample. Seconds to jail take no misses
 * off that leave the window meanwhile: they are the least that is possible.
 */
export function createPastValidator(kept: Kept, blockSeconds: number | null): PastValidator {
  const { window, maxMissed } = kept
  const count = createWindowCount(window)
  let reading: ValidatorReading = firstReading(kept)
  let sampled: number | null = null

  function secondsToJail(missed: number | null): number | null {
    if (missed === null || maxMissed === null || blockSeconds === null) return null
    return Math.max(0, maxMissed + 1 - missed) * blockSeconds
  }

  return {
    reading: () => reading,
    block({ letter }) {
      const isMissed = letter === 'm'
      if (letter !== null) count.vote(isMissed)
      const missedBlocks = count.missed() ?? sampled
      const run = isMissed ? (reading.consecutiveMissed ?? 0) + 1 : 0
      reading = {
        ...reading,
        ...{ letter, missedBlocks, inSet: letter !== null },
        consecutiveMissed: letter === null ? null : run,
        secondsToJail: isMissed ? secondsToJail(missedBlocks) : null,
      }
    },
    sample({ uptime, tokens, powerShare, commissionRate }) {
      sampled = uptime === null || window === null ? null : Math.round((1 - uptime) * window)
      reading = {
        ...reading,
        ...{ powerShare, commissionRate },
        tokens: tokens === null ? null : BigInt(Math.round(tokens)),
        missedBlocks: count.missed() ?? sampled,
      }
    },
    event({ kind, after }) {
      const bondStatus = bondStatuses[kind]
      if (kind === 'jailed') count.clear()
      reading = {
        ...reading,
        ...(kind === 'jailed' && { jailed: true, missedBlocks: count.missed() }),
        ...(kind === 'unjailed' && { jailed: false }),
        ...(kind === 'tombstoned' && { tombstoned: true }),
        ...(bondStatus && { bondStatus }),
        ...(kind === 'commission_changed' && after !== null && { commissionRate: Number(after) }),
      }
    },
  }
}

/** As it was before the first event, which says what was. */
function firstReading({ events, present, window }: Kept): ValidatorReading {
  const first = (kinds: readonly string[]) => events.find(({ kind }) => kinds.includes(kind))
  const jailing = first(['jailed', 'unjailed'])
  const bond = first(['bonded', 'unbonding', 'unbonded'])
  const commission = first(['commission_changed'])
  return {
    id: replayedId,
    letter: null,
    inSet: false,
    bondStatus: bond ? statusOf(bond.before) : present.bondStatus,
    jailed: jailing ? jailing.kind === 'unjailed' : present.jailed,
    tombstoned: first(['tombstoned']) ? false : present.tombstoned,
    tokens: null,
    powerShare: null,
    commissionRate: commission?.before == null ? present.commissionRate : Number(commission.before),
    missedBlocks: null,
    window,
    consecutiveMissed: null,
    consecutiveMissedExact: null,
    secondsToJail: null,
  }
}

function statusOf(text: string | null): ValidatorReading['bondStatus'] {
  return Object.values(bondStatuses).find((status) => status === text) ?? null
}
