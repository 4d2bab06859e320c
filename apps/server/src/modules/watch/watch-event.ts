export const eventKinds = [
  'jailed',
  'unjailed',
  'tombstoned',
  'bonded',
  'unbonding',
  'unbonded',
  'commission_changed',
  'moniker_changed',
  'key_changed',
  'power_changed',
  'rank_changed',
  'joined',
  'removed',
  'gap',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Something that happened to a validator, as text: what was, what is. */
export interface Change {
  kind: EventKind
  before: string | null
  after: string | null
}

/** A change of the validator that holds a slot; `slot` null: of the whole network (a gap). */
export interface WatchEvent extends Change {
  slot: number | null
  height: number | null
  /** Unix ms. */
  at: number
}
