import type { ChainEvent, ValidatorReading } from '../deciding/observation.ts'

/** One block of which letters are kept. */
export interface RecordedBlock {
  height: number
  /** Header time, Unix ms. */
  at: number
  /** Of the validator that is asked for; null: not in the set, not known, or none is asked for. */
  letter: ValidatorReading['letter']
  /** Of the voting power of the set: what missed this block, and what signed it; null: not kept. */
  missedShare: number | null
  signedShare: number | null
}

/** A sample of a validator; null: not known. */
export interface RecordedSample {
  /** Unix ms. */
  at: number
  uptime: number | null
  tokens: number | null
  powerShare: number | null
  commissionRate: number | null
}

/** An event of the timeline of a validator. */
export interface RecordedEvent extends ChainEvent {
  /** When it was found out, Unix ms. */
  at: number
}

/** How a validator stands now: what its events lead to. */
interface RecordedPresent {
  jailed: boolean | null
  tombstoned: boolean | null
  bondStatus: ValidatorReading['bondStatus']
  commissionRate: number | null
}

/** What the database keeps of a network, and of one validator of it. */
export interface ChainRecord {
  /** The time that is asked for, Unix ms. */
  from: number
  to: number
  /** Each oldest first. */
  blocks: readonly RecordedBlock[]
  /** null: the network itself is asked for. */
  validator: {
    samples: readonly RecordedSample[]
    events: readonly RecordedEvent[]
    present: RecordedPresent
    /** Slashing parameters; null: not known. */
    window: number | null
    /** Missed blocks of the window above which a validator is jailed. */
    maxMissed: number | null
  } | null
}
