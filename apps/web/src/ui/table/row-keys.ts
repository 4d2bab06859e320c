import { createContext, type KeyboardEvent, type RefObject, use, useEffect, useRef, useState } from 'react'

/** Whether the row is the one that Tab reaches; arrows go on from it. */
export const RowStopContext = createContext(true)

/** `tabIndex` of the one control of a row. Whatever else can be pressed in it has -1. */
export function useRowStop(): 0 | -1 {
  return use(RowStopContext) ? 0 : -1
}

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

/**
 * Copies every row of a table that is selected as a whole, also those that are not drawn because the screen is
 * elsewhere. A selection within the table is the browser's.
 *
 * @param lines the table as cells, with its heads
 */
export function useWholeCopy(table: RefObject<HTMLElement | null>, lines: () => string[][]): void {
  const latest = useRef(lines)
  useEffect(() => {
    latest.current = lines
  })
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const body = table.current
      const selection = document.getSelection()
      if (body === null || event.clipboardData === null || !selection?.containsNode(body)) return
      event.clipboardData.setData('text/plain', tabSeparated(latest.current()))
      event.preventDefault()
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [table])
}

/** As spreadsheets take it: neither tab nor line break within a cell. */
function tabSeparated(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')).join('\n')
}
