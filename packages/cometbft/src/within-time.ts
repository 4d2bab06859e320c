/**
 * What comes of some work, unless the signal aborts before: then the error that `late` makes. The work itself goes on, and
 * what becomes of it is nobody's business any more.
 */
export function withinTime<T>(signal: AbortSignal, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(late())
    const finish = () => signal.removeEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(finish)
  })
}
