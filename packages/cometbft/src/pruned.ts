/**
 * The words by which nodes say that a height is no longer kept:
 * CometBFT `height 5 is not available, lowest height is 100`, `could not find validator set for height #5`;
 * Cosmos SDK `failed to load state at height 5; version does not exist`, `version mismatch on immutable IAVL tree`.
 * A height in the future ("must be less than or equal to the current blockchain height") is none of these.
 */
const PRUNED =
  /lowest height is|height \d+ is not available|could not find .{1,40} for height|no (?:commit|validators?|validator set|block) (?:found )?(?:for|at) height|failed to load state at height|version does not exist|version mismatch on immutable|\bpruned\b/i
const LONGEST = 1_000
const FUTURE = /less than or equal to the current|height in the future/i

export function saysPruned(text: string): boolean {
  const start = text.slice(0, LONGEST)
  return PRUNED.test(start) && !FUTURE.test(start)
}
