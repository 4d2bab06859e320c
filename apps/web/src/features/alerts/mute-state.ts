import type { AlertEntry } from '@roundsman/contract/alerts'

/** Whether the entries of a target are muted: all of them, some, or none; and until when at the latest. */
export interface MuteState {
  how: 'all' | 'some' | 'none'
  until: string | null
}

export function muteStateOf(entries: readonly AlertEntry[], now: number): MuteState {
  const ends = entries
    .map(({ muted_until }) => muted_until)
    .filter((until): until is string => until !== null && Date.parse(until) > now)
  const until = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null
  return { how: ends.length === 0 ? 'none' : ends.length === entries.length ? 'all' : 'some', until }
}

/** Entries by how they were muted, so that each can be made so again. */
export function byMute(entries: readonly AlertEntry[]): ReadonlyMap<string | null, number[]> {
  const groups = new Map<string | null, number[]>()
  for (const { id, muted_until } of entries) groups.set(muted_until, [...(groups.get(muted_until) ?? []), id])
  return groups
}
