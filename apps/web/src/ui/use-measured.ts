import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo, useSyncExternalStore } from 'react'

type Watch = (changed: () => void) => () => void

/**
 * What the browser has laid out, as far as the page is drawn by it. Measured when `watch` says that it may have
 * changed, and never while drawing: that would make the browser lay out the page once more each time. `before` holds
 * until then.
 * `watch` and `measure` are to stay the same from one drawing to the next.
 */
export function useMeasured<T>(watch: Watch, measure: () => T, before: T): T {
  const store = useMemo(() => createMeasured(watch, measure, before), [watch, measure, before])
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

function createMeasured<T>(watch: Watch, measure: () => T, before: T) {
  let value = before
  return {
    subscribe(notify: () => void) {
      return watch(() => {
        value = measure()
        notify()
      })
    },
    get: () => value,
  }
}

/** Px of the root's letters where nobody asked for others. */
const usual = 16

/**
 * How many times as large as usual the letters are that the user asked the browser for, 1 at the least. For what is
 * laid out by numbers; a sheet says it in rem.
 */
export function useLetterScale(): number {
  return useMeasured(watch, measure, 1)
}

function measure(): number {
  const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Math.max(1, (root || usual) / usual)
}

/** Other letters are higher, and so is the page. An observer reports once at the start. */
function watch(run: () => void): () => void {
  const observer = new ResizeObserver(run)
  observer.observe(document.body)
  return () => observer.disconnect()
}

/** Whether the content of the page, with its padding, is so many rem wide; the screen is asked until it is laid out. */
export function useContentFits(rem: number): boolean {
  const before = useMediaQuery(`(min-width:${rem}em)`, { noSsr: true })
  const fits = useMemo(() => () => contentFits(rem), [rem])
  return useMeasured(watchContent, fits, null) ?? before
}

function contentFits(rem: number): boolean | null {
  const width = document.getElementById('content')?.clientWidth ?? 0
  const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return width === 0 ? null : width >= rem * (root || usual)
}

function watchContent(run: () => void): () => void {
  const observer = new ResizeObserver(run)
  for (const element of [document.body, document.getElementById('content')])
    if (element) observer.observe(element)
  return () => observer.disconnect()
}

/** Attributes of the page that its colors follow. */
const attributeFilter = ['data-scheme', 'data-skin', 'data-accent']
/** What changes the colors of the system, which some of the page's are. */
const ofSystem = ['(forced-colors: active)', '(prefers-color-scheme: dark)']

/**
 * Runs whenever the colors of the page have changed, which canvases do not notice by themselves.
 *
 * @returns what ends it
 */
export function watchColors(run: () => void): () => void {
  const observer = new MutationObserver(run)
  observer.observe(document.documentElement, { attributes: true, attributeFilter })
  const queries = ofSystem.map((query) => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', run)
  return () => {
    observer.disconnect()
    for (const query of queries) query.removeEventListener('change', run)
  }
}
