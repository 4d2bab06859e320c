/** How old a state may grow while blocks come. */
const freshMs = 20_000
/** Pause between reads that something urgent asks for (the set changed, a jailing is near). */
const urgentMs = 1_000
/** After failures in a row the pause doubles from here up to `freshMs`. */
const retryMs = 2_000

/**
 * Whether to read the state now: at once by a process that has not tried yet. `sinceTried`: ms since this process last
 * asked for one, by a clock that never jumps; null: never. `urgent`: the members of the set are others than those
 * known, or a validator has missed so much that the next state may say jailed.
 */
export function isStateDue(input: { sinceTried: number | null; failures: number; urgent: boolean }): boolean {
  const { sinceTried, failures, urgent } = input
  if (sinceTried === null) return true
  if (failures > 0) return sinceTried >= Math.min(freshMs, retryMs * 2 ** (failures - 1))
  return sinceTried >= (urgent ? urgentMs : freshMs)
}
