/** What differs from what was known waits for so many reads whose proof fails, then is taken from two hosts or one. */
const readsToWaitFor = 3
/** While every read brings another change, those that have waited are not kept waiting for the newest. */
const mostReadsInRow = 2 * readsToWaitFor

export interface ChangeWaits {
  /**
   * One read more whose proof has failed, and whether it is to be thrown away, for the proof may come back. Where
   * nothing has ever been proven, three reads are enough for all changes together.
   */
  mustWait(operators: readonly string[], hasProven: boolean): boolean
  /** Proofs are to be had, or a state was taken without: the next change waits anew. */
  clear(): void
}

/** Counts, for each operator of whom something has changed, how many reads it has waited. */
export function createChangeWaits(): ChangeWaits {
  const waited = new Map<string, number>()
  let inRow = 0
  return {
    mustWait(operators, hasProven) {
      inRow += 1
      for (const operator of operators) waited.set(operator, (waited.get(operator) ?? 0) + 1)
      const isNew = operators.some((operator) => (waited.get(operator) ?? 0) < readsToWaitFor)
      return isNew && inRow < (hasProven ? mostReadsInRow : readsToWaitFor)
    },
    clear() {
      waited.clear()
      inRow = 0
    },
  }
}
