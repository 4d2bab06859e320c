import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMeasured } from '../use-measured.ts'

interface Shape {
  count: number
  /** Px of a row before it is measured. */
  size: (index: number) => number
  keyOf: (index: number) => string | number
  /** Rows that are kept on each side of the screen, for scrolling and for the Tab key. */
  spare: number
  /** Px of what sticks to the top of the screen above the rows. */
  covered?: () => number
}

interface WindowRows {
  items: readonly VirtualItem[]
  /** Px that the rows before and after those take. */
  before: number
  after: number
  /** Brings a row into view that is not. */
  show: (index: number) => void
  /** To be the ref of a row that has a height of its own. */
  measure: (row: Element | null) => void
}

/** The rows near the screen, of a list that scrolls with the page. */
export function useWindowRows(list: RefObject<HTMLElement | null>, shape: Shape): WindowRows {
  const measureTop = useMemo(() => topIn(list), [list])
  const top = useMeasured(watch, measureTop, 0)
  // The first view is the screen alone; the rest is drawn when there is time.
  const spare = useDeferredValue(shape.spare, 0)
  const [screen] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }))
  const rows = useWindowVirtualizer({
    count: shape.count,
    estimateSize: shape.size,
    getItemKey: shape.keyOf,
    overscan: spare,
    scrollMargin: top,
    initialRect: screen,
    // Each scroll step is an event of its own already; drawing in it would hold up the next one.
    useFlushSync: false,
  })
  const items = rows.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  return {
    items,
    before: first ? first.start - top : 0,
    after: last ? rows.getTotalSize() - (last.end - top) : 0,
    measure: rows.measureElement,
    show(index) {
      const item = rows.measurementsCache[index]
      if (!item) return
      const start = item.start - window.scrollY - (shape.covered?.() ?? 0)
      const end = item.end - window.scrollY - window.innerHeight
      if (start < 0) window.scrollBy({ top: start })
      else if (end > 0) window.scrollBy({ top: end })
    },
  }
}

/** Where the first row begins, or would, from the top edge of the document. */
function topIn(list: RefObject<HTMLElement | null>): () => number {
  return () => Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
}

/** What is above the list may grow or go. An observer reports once at the start. */
function watch(run: () => void): () => void {
  window.addEventListener('resize', run)
  const observer = new ResizeObserver(run)
  observer.observe(document.body)
  return () => {
    window.removeEventListener('resize', run)
    observer.disconnect()
  }
}

/** True while the page is printed: then every row is drawn, wherever the screen is. */
export function useEveryRow(): boolean {
  const [every, setEvery] = useState(false)
  useEffect(() => {
    // The browser takes its picture when the listener has returned.
    const set = (value: boolean) => () => flushSync(() => setEvery(value))
    const [begin, end] = [set(true), set(false)]
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return every
}
