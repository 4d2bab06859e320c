export interface LinkedSignal {
  signal: AbortSignal
  /** Once what it was for is over: those that live on forget it. */
  release(): void
}

/**
 * A signal that aborts with the first of these, and lets go of the others then. `AbortSignal.any` would leave a reference
 * on one that never aborts, for good and for each call: tens of megabytes a day where every request is such a call.
 */
export function linkedSignal(...signals: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController()
  const release = () => {
    for (const signal of signals) signal.removeEventListener('abort', onAbort)
  }
  function onAbort(): void {
    release()
    controller.abort(signals.find(({ aborted }) => aborted)?.reason)
  }
  if (signals.some(({ aborted }) => aborted)) onAbort()
  else for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true })
  return { signal: controller.signal, release }
}
