import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useState } from 'react'

interface HeldNew {
  /** The alerts without those that came while they were held. */
  items: readonly AlertHistoryItem[]
  /** How many wait. */
  waiting: number
  release: () => void
}

/** While the user points at the list, or is in it by keyboard, nothing new moves it from under them: it waits. */
export function useHeldNew(all: readonly AlertHistoryItem[], held: boolean): HeldNew {
  const newest = all[0]?.id ?? 0
  const [seen, setSeen] = useState(newest)
  // What is older was asked for by scrolling; only what is new waits.
  if (!held && seen !== newest) setSeen(newest)
  // Another filter shows what it shows.
  const isOther = held && !all.some(({ id }) => id === seen)
  if (isOther && seen !== newest) setSeen(newest)
  const items = !held || isOther ? all : all.filter(({ id }) => id <= seen)
  return { items, waiting: all.length - items.length, release: () => setSeen(newest) }
}
