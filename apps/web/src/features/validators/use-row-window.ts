import { type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { useMeasured } from '../../ui/use-measured.ts'

interface Shape {
  count: number
  /** Of every row alike, in px. */
  rowHeight: number
  /** Rows that are kept on each side of the screen, for scrolling and for the Tab key. */
  spare: number
  /** Of what sticks to the top of the screen above the rows, in px. */
  covered?: number
}

export interface RowWindow {
  /** Places of the rows in the document: from the first up to, not including, `end`. */
  first: number
  end: number
  /** Brings a row into view that is not. */
  show: (index: number) => void
}

/** Which rows of equal height are near the screen, for a list that scrolls with the page. */
export function useRowWindow(list: RefObject<HTMLElement | null>, shape: Shape): RowWindow {
  const { count, rowHeight, covered = 0 } = shape
  const measurePlace = useMemo(() => placeIn(list, rowHeight), [list, rowHeight])
  const measureEnd = useMemo(() => endIn(list, rowHeight), [list, rowHeight])
  // The first view is the screen alone; the rest is drawn when there is time.
  const spare = useDeferredValue(shape.spare, 0)
  /** Only a number that changes draws the list anew: one row further, not one pixel. */
  const place = useMeasured(watch, measurePlace, 0)
  const [screenful] = useState(() => Math.ceil(window.innerHeight / rowHeight))
  const lowest = useMeasured(watch, measureEnd, screenful)
  const first = Math.max(0, Math.min(place - spare, count - 1))
  return {
    first,
    // A screenful at least, so that what the first view guessed is not taken away when it is measured.
    end: Math.min(count, Math.max(lowest + spare, first + screenful)),
    show(index) {
      const top = topOf(list.current) + index * rowHeight
      const bottom = top + rowHeight
      if (top < covered) window.scrollBy({ top: top - covered })
      else if (bottom > window.innerHeight) window.scrollBy({ top: bottom - window.innerHeight })
    },
  }
}

/** The row at the top edge of the screen; the first one while the list begins below it. */
function placeIn(list: RefObject<HTMLElement | null>, rowHeight: number): () => number {
  return () => Math.max(0, Math.floor(-topOf(list.current) / rowHeight))
}

/** The row after the last that reaches into the screen. */
function endIn(list: RefObject<HTMLElement | null>, rowHeight: number): () => number {
  return () => Math.max(1, Math.ceil((window.innerHeight - topOf(list.current)) / rowHeight))
}

/** Where the first row begins, or would, from the top edge of the screen. */
function topOf(list: HTMLElement | null): number {
  return list?.getBoundingClientRect().top ?? 0
}

/** What is above the list may grow or go, which moves it as scrolling does. An observer tells once at the start. */
function watch(run: () => void): () => void {
  window.addEventListener('scroll', run, { passive: true })
  window.addEventListener('resize', run)
  const observer = new ResizeObserver(run)
  observer.observe(document.body)
  return () => {
    window.removeEventListener('scroll', run)
    window.removeEventListener('resize', run)
    observer.disconnect()
  }
}
