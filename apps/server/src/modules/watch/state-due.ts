/** How old a state may grow while blocks come. */
const freshMs = 20_000
/** Pause between reads that something urgent asks for (the set changed, a jailing is near). */
const urgentMs = 1_000
/** After failures in a row the pause doubles from here up to `freshMs`. */
const retryMs = 2_000

/**
 * Whether to read the state now: at once by a process that has not tried yet. `sinceTried` and `sinceRead` are ms, null: never. `urgent`: the members of the set
 * are others than those known, or a validator has missed so much that the next state may say jailed.
 */
export function isStateDue(input: {
  sinceTried: number | null
  sinceRead: number | null
  failures: number
  urgent: boolean
}): boolean {
  if (input.failures > 0) {
    const pause = Math.min(freshMs, retryMs * 2 ** (input.failures - 1))
    return input.sinceTried === null || input.sinceTried >= pause
  }
  if (input.sinceRead === null || input.sinceTried === null) return true
  const wait = input.urgent ? urgentMs : freshMs
  return (
    input.sinceRead >= wait && (input.sinceTried === null || input.sinceTried >= Math.min(wait, urgentMs))
  )
}
