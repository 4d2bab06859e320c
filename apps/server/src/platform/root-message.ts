/** Causes within causes that are followed. */
const deepest = 5

/** The innermost reason of a failed request: "fetch failed" has its own ("connect ECONNREFUSED") in its cause. */
export function rootMessage(error: unknown): string {
  let reason = error
  for (let depth = 0; depth < deepest && reason instanceof Error && reason.cause instanceof Error; depth++)
    reason = reason.cause
  return reason instanceof Error ? reason.message : 'no reason given'
}
