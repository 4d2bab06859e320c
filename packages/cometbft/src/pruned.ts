/**
 * The words by which nodes say that a height is no longer kept:
 * CometBFT `height 5 is not available, lowest height is 100`, `could not find validator set for height #5`;
 * Cosmos SDK `failed to load state at height 5; version does not exist`, `version mismatch on immutable IAVL tree`,
 * `proof is unexpectedly empty; ensure height has not been pruned`.
 * A height in the future ("must be less than or equal to the current blockchain height") is none of these.
 */
const PRUNED =
  /lowest height is|height \d+ is not available|could not find .{1,40} for height|no (?:commit|validators?|validator set|block) (?:found )?(?:for|at) height|failed to load state at height|version does not exist|version mismatch on immutable|\bpruned\b/i
/** The application says these of a height that it has not committed yet, too. */
const PRUNED_OR_FUTURE = /version does not exist|proof is unexpectedly empty|failed to load state at height/i
const LONGEST = 1_000
const FUTURE = /less than or equal to the current|height in the future/i

export function saysPruned(text: string): boolean {
  const start = text.slice(0, LONGEST)
  return PRUNED.test(start) && !FUTURE.test(start)
}

/**
 * Whether an application's error says that the state of `height` is no longer kept. It has the same words for a
 * height that it has not reached: then `newest`, the newest block that the node has shown, decides. The application
 * is a moment behind its blocks, so the state of the newest one may not be there yet either.
 */
export function saysStatePruned(text: string, height: number, newest: number | null): boolean {
  if (!saysPruned(text)) return false
  if (!PRUNED_OR_FUTURE.test(text.slice(0, LONGEST))) return true
  return newest !== null && height < newest
}
