import { useState } from 'react'
import { isGroupHead } from './group-rows.ts'

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
