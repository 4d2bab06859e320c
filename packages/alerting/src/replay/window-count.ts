/** Missed blocks of the window as x/slashing counts them, as far as letters tell. */
export interface WindowCount {
  vote(isMissed: boolean): void
  /** A jailing clears the window: from then on everything is known. */
  clear(): void
  /** null: the window is not filled by letters that are known. */
  missed(): number | null
}

export function createWindowCount(window: number | null): WindowCount {
  const votes: boolean[] = []
  let next = 0
  let missed = 0
  let isKnown = false

  return {
    vote(isMissed) {
      if (window === null) return
      if (votes.length >= window) missed -= Number(votes[next] === true)
      votes[next] = isMissed
      missed += Number(isMissed)
      next = (next + 1) % window
      isKnown ||= votes.length >= window
    },
    clear() {
      votes.length = 0
      next = 0
      missed = 0
      isKnown = true
    },
    missed: () => (window !== null && isKnown ? missed : null),
  }
}
