/** UNKNOWN is not FALSE: an empty, failed or stale answer neither begins nor ends anything. */
export type Truth = 'TRUE' | 'FALSE' | 'UNKNOWN'

/** Floating point may miss a bound by this much. */
export const epsilon = 1e-9

export function truthOf(value: boolean | null): Truth {
  if (value === null) return 'UNKNOWN'
  return value ? 'TRUE' : 'FALSE'
}
