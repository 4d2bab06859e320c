import { type KeyboardEvent, useState } from 'react'

interface Keys {
  /** Place of the row that Tab reaches. */
  current: number
  onKeyDown: (event: KeyboardEvent) => void
  onFocusRow: (index: number) => void
}

const page = 10

/** Arrows, Page, Home and End walk through the rows; Tab enters and leaves the list in one step. */
export function useRowKeys(count: number, focusRow: (index: number) => void): Keys {
  const [wanted, setWanted] = useState(0)
  const current = Math.min(wanted, Math.max(0, count - 1))
  return {
    current,
    onFocusRow: setWanted,
    onKeyDown(event) {
      const next = nextRow(event.key, current, count)
      if (next === null) return
      event.preventDefault()
      setWanted(next)
      focusRow(next)
    },
  }
}

export function nextRow(key: string, current: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, current + 1)
    case 'ArrowUp':
      return Math.max(0, current - 1)
    case 'PageDown':
      return Math.min(last, current + page)
    case 'PageUp':
      return Math.max(0, current - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
