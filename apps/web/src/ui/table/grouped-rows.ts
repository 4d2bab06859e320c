import { type RefObject, useEffect, useState } from 'react'

/** A line between rows that says what those below it have in common. */
export interface GroupHead {
  id: string
  group: string
}

export function isGroupHead(entry: object): entry is GroupHead {
  return 'group' in entry
}

/** Px of such a line, with letters of the usual size. */
export const groupHeight = 32

/** The rows without the lines between them. */
export function withoutHeads<R extends object>(entries: readonly (R | GroupHead)[]): R[] {
  return entries.filter((entry): entry is R => !isGroupHead(entry))
}

interface Heads {
  mine: GroupHead
  others: GroupHead
}

/** The user's own validators first, under a head of their own; without any of them the rows have no heads. */
export function mineFirst<R extends object>(
  rows: readonly R[],
  isMine: (row: R) => boolean,
  heads: Heads,
): (R | GroupHead)[] {
  const mine = rows.filter(isMine)
  if (mine.length === 0) return [...rows]
  const others = rows.filter((row) => !isMine(row))
  return [heads.mine, ...mine, ...(others.length === 0 ? [] : [heads.others, ...others])]
}

interface Shape<O, R extends { id: string; original: O }> {
  /** What the view lets through, in order. */
  passing: readonly R[]
  /** Every row that there is. */
  every: readonly R[]
  /** Null: those of the user have no group of their own. */
  isMine: ((row: O) => boolean) | null
  heads: Heads
  /** What stands above the cards where none is the user's. */
  heading: string
  /** The user points at the rows: their order keeps still. */
  held: boolean
  /** Of the view: another one is shown at once. */
  key: string
  /** Is given the rows as they would be shown, to be saved. */
  shownRef: RefObject<readonly O[]>
}

interface GroupedRows<O, R> {
  entries: (R | GroupHead)[]
  /** The entries without heads. */
  rows: R[]
  /** The order would be another one if the user did not point at the rows. */
  waiting: boolean
  /** The same as cards, whose first head stands above all of them, with the sort. */
  cards: { heading: string; entries: (O | GroupHead)[] }
}

/** The rows of a list that lives, the user's own first. */
export function useGroupedRows<O extends object, R extends { id: string; original: O }>(
  shape: Shape<O, R>,
): GroupedRows<O, R> {
  const { passing, every, isMine, heads, heading, held, key, shownRef } = shape
  const fresh = isMine === null ? [...passing] : mineFirst(passing, ({ original }) => isMine(original), heads)
  const { rows: entries, waiting } = useHeldOrder<R | GroupHead>(
    fresh,
    [...every, heads.mine, heads.others],
    held,
    key,
  )
  const rows = withoutHeads(entries)
  useEffect(() => {
    shownRef.current = withoutHeads(fresh).map(({ original }) => original)
  })
  const hasHeads = rows.length < entries.length
  const below = entries.slice(hasHeads ? 1 : 0)
  return {
    entries,
    rows,
    waiting,
    cards: {
      heading: hasHeads ? heads.mine.group : heading,
      entries: below.map((entry) => (isGroupHead(entry) ? entry : entry.original)),
    },
  }
}

interface Held<R> {
  rows: R[]
  /** The order would be another one if the user did not point at the rows. */
  waiting: boolean
}

/**
 * Rows of a table that changes by itself, in an order that keeps still while `held`.
 *
 * @param all every row and head that there is, also those that the filter leaves out
 * @param key of the view: another one is shown at once
 */
export function useHeldOrder<R extends { id: string }>(
  fresh: readonly R[],
  all: readonly R[],
  held: boolean,
  key: string,
): Held<R> {
  const order = fresh.map(({ id }) => id)
  const [shown, setShown] = useState({ key, order })
  // A head between rows that is new waits: at the end it would say nothing.
  const rowsOnly = fresh.filter((entry) => !isGroupHead(entry)).map(({ id }) => id)
  const byId = new Map(all.map((row) => [row.id, row]))
  const keep = held && shown.key === key
  const wanted = keep ? heldOrder(shown.order, rowsOnly, byId) : order
  if (shown.key !== key || !sameOrder(shown.order, wanted)) setShown({ key, order: wanted })
  return {
    rows: wanted.map((id) => byId.get(id)).filter((row) => row !== undefined),
    waiting: keep && !sameOrder(wanted, order),
  }
}

/**
 * The order to show while the user points at the rows: as it was, without what is gone, with what is new at the end.
 * Rows that no longer pass the filter stay until the pointer leaves.
 */
export function heldOrder<I>(
  shown: readonly I[],
  fresh: readonly I[],
  exists: { has: (id: I) => boolean },
): I[] {
  const kept = shown.filter((id) => exists.has(id))
  const known = new Set(kept)
  return [...kept, ...fresh.filter((id) => !known.has(id))]
}

function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i])
}
