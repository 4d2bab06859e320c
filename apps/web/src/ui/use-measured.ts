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
    subscribe(tell: () => void) {
      return watch(() => {
        value = measure()
        tell()
      })
    },
    get: () => value,
  }
}
