import type { WindowBits } from '@roundsman/contract/networks/time-to-jail'
import type { Assurance } from '@roundsman/contract/networks/validators'
import type { NetworkRow } from './watch.schema.ts'
import { createLetterRing, type LetterRing } from './letter-ring.ts'
import type { LettersSince } from './signing-window.ts'
import type { SigningTuple, ValidatorRecord } from './validator-facts.ts'

/** One block as the model takes it in. */
export interface LetterBlock {
  height: number
  /** Header time, Unix ms. */
  at: number
  /** As `packLetters` makes them. */
  letters: Uint8Array
  /** Power that signed, and that of the whole set; null where nobody wrote it down. */
  signedPower: bigint | null
  totalPower: bigint | null
  /** How it is known; null where nobody wrote it down. */
  assurance: Assurance | null
}

/** Signing infos of a state read, by slot. */
export interface StoredSigning {
  stateHeight: number
  infos: readonly (SigningTuple | null)[]
}

/**
 * Everything that is known of one chain, in one epoch, after one change batch: the same for the process that writes
 * it (and decides about it in its transaction) and for those that show it. A model is never changed, `modelAfter`
 * makes the next one; only the ring of letters is shared by all models of an epoch, and only grows.
 */
export interface ChainModel {
  readonly row: NetworkRow
  /** By slot, removed ones too. */
  readonly records: readonly ValidatorRecord[]
  readonly signing: StoredSigning | null
  readonly ring: LetterRing
  /** Share of its set's power that signed the newest block. */
  readonly signedPowerShare: number | null
  /** By slot, filled when they are first asked for: what was missed before a state read does not change any more. */
  readonly bits: Map<number, WindowBits>
  /** By slot, as `bits`: the letters that came after the state was read. */
  readonly since: Map<number, LettersSince>
}

/** What a batch, or the database, adds to a model. */
export interface ModelUpdate {
  row: NetworkRow
  /** New and changed ones. */
  records: readonly ValidatorRecord[]
  /** In order; those that the model has already are left out. */
  blocks: readonly LetterBlock[]
  /** The newest; null where there is none of this epoch. */
  signing: StoredSigning | null
}

/** The model after an update; of another epoch nothing is taken over. */
export function modelAfter(known: ChainModel | null, update: ModelUpdate): ChainModel {
  const before = known?.row.epoch === update.row.epoch ? known : null
  const ring = before?.ring ?? createLetterRing()
  for (const { height, letters, at, assurance } of update.blocks) ring.put(height, letters, at, assurance)
  const newest = update.blocks.at(-1)
  const isSameSigning = before?.signing?.stateHeight === update.signing?.stateHeight
  const counted = before && isSameSigning && isSameWindow(before.row, update.row) ? before : null
  return {
    row: update.row,
    records: withRecords(before?.records ?? [], update.records),
    signing: isSameSigning ? (before?.signing ?? update.signing) : update.signing,
    ring,
    signedPowerShare: newest
      ? shareOf(newest.signedPower, newest.totalPower)
      : (before?.signedPowerShare ?? null),
    bits: counted?.bits ?? new Map<number, WindowBits>(),
    since: counted?.since ?? new Map<number, LettersSince>(),
  }
}

/** A part of a whole as a fraction, to twelve digits; null where one of them is not known or the whole is nothing. */
export function shareOf(part: bigint | null, whole: bigint | null): number | null {
  if (part === null || whole === null || whole === 0n) return null
  return Number((part * 10n ** 12n) / whole) / 1e12
}

function withRecords(
  known: readonly ValidatorRecord[],
  changed: readonly ValidatorRecord[],
): readonly ValidatorRecord[] {
  if (changed.length === 0) return known
  const records = [...known]
  for (const record of changed) records[record.slot] = record
  return records
}

function isSameWindow(a: NetworkRow, b: NetworkRow): boolean {
  return a.signedBlocksWindow === b.signedBlocksWindow
}
