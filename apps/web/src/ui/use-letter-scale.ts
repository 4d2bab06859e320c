import { useMeasured } from './use-measured.ts'

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

/** Other letters are higher, and so is the page. An observer tells once at the start. */
function watch(run: () => void): () => void {
  const observer = new ResizeObserver(run)
  observer.observe(document.body)
  return () => observer.disconnect()
}
