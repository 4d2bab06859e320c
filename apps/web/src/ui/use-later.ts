import { useDeferredValue } from 'react'

/** False while the first view is drawn, true right after it: for what nobody needs at once. */
export function useLater(): boolean {
  return useDeferredValue(true, false)
}
