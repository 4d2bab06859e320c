import type { ValidatorEventKind } from '@roundsman/contract/validator-details'
import type { Assurance } from '@roundsman/contract/validators'

export type EventKind = ValidatorEventKind

/** Something that happened to a validator, as text: what was, what is. */
export interface Change {
  kind: EventKind
  before: string | null
  after: string | null
  /** Where it is known better than by the state that showed it: the chain's own time (Unix ms) and height of it. */
  when?: { chainAt: number; height: number | null }
}

/** A change of the validator that holds a slot; `slot` null: of the whole network (a gap). */
export interface WatchEvent extends Change {
  slot: number | null
  height: number | null
  /** When it was found out, Unix ms. */
  at: number
  /** The chain's own time of it, Unix ms; null where it is not known. */
  chainAt: number | null
  /** How it is known, and who answered; null where nobody did. */
  assurance: Assurance | null
  host: string | null
}
