import { type RefObject, useEffect, useRef } from 'react'

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
export function tabSeparated(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')).join('\n')
}
