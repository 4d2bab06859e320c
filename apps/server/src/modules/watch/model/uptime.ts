/**
 * Share of the window that was signed, by the chain's own counters: 1 - missed / min(window, index offset). Null
 * where that says nothing: no block counted yet, jailed (the counters stand at zero), or outside the active set.
 */
export function uptimeOf(counters: {
  missed: number
  indexOffset: number
  window: number
  jailed: boolean | null
  inSet: boolean
}): number | null {
  const counted = Math.min(counters.window, counters.indexOffset)
  if (counted <= 0 || counters.jailed === true || !counters.inSet) return null
  return Math.min(1, Math.max(0, 1 - counters.missed / counted))
}
