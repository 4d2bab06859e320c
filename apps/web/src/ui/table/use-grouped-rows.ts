import { type RefObject, useEffect } from 'react'
import { type GroupHead, isGroupHead, withoutHeads } from './group-rows.ts'
import { type Heads, mineFirst } from './mine-first.ts'
import { useHeldOrder } from './use-held-order.ts'

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
  /** Is given the rows as they would be shown, for who saves them. */
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
    ...{ entries, rows, waiting },
    cards: {
      heading: hasHeads ? heads.mine.group : heading,
      entries: below.map((entry) => (isGroupHead(entry) ? entry : entry.original)),
    },
  }
}
