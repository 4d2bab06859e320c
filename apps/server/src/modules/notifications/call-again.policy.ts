/** How long after a call that nobody took it is made again: twice, then never. */
const pausesMs = [2 * 60_000, 5 * 60_000]

/**
 * The pause before the next call, or null where there is none (D22).
 * @param unanswered how many were not taken so far, the last one counted
 * @param leftMs how long it is still worth calling
 */
export function callAgainInMs(unanswered: number, leftMs: number): number | null {
  const pause = pausesMs[unanswered - 1]
  return pause === undefined || pause > leftMs ? null : pause
}
