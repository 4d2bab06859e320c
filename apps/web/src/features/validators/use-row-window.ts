import { type RefObject, useDeferredValue, useSyncExternalStore } from 'react'

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
  // The first view is the screen alone; the rest is drawn when there is time.
  const spare = useDeferredValue(shape.spare, 0)
  /** Only a number that changes draws the list anew: one row further, not one pixel. */
  const place = useSyncExternalStore(subscribe, () => placeOf(list.current, rowHeight))
  const screenful = useSyncExternalStore(subscribe, () => Math.ceil(window.innerHeight / rowHeight))
  const first = Math.max(0, Math.min(place - spare, count - 1))
  return {
    first,
    end: Math.min(count, place + screenful + 1 + spare),
    show(index) {
      const top = topOf(list.current) + index * rowHeight
      const bottom = top + rowHeight
      if (top < covered) window.scrollBy({ top: top - covered })
      else if (bottom > window.innerHeight) window.scrollBy({ top: bottom - window.innerHeight })
    },
  }
}

/** The row at the top edge of the screen; the first one while the list begins below it. */
function placeOf(list: HTMLElement | null, rowHeight: number): number {
  return Math.max(0, Math.floor(-topOf(list) / rowHeight))
}

/** Where the first row begins, or would, from the top edge of the screen. */
function topOf(list: HTMLElement | null): number {
  return list?.getBoundingClientRect().top ?? 0
}

/** What is above the list may grow or go, which moves it as scrolling does. */
function subscribe(run: () => void): () => void {
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
