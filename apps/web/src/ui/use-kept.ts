import { useState } from 'react'

/** The value, or the one before it as long as both are the same: then what is drawn from it need not be drawn anew. */
export function useKept<T>(value: T, same: (a: T, b: T) => boolean): T {
  const [kept, keep] = useState(value)
  if (kept === value || same(kept, value)) return kept
  keep(value)
  return value
}
