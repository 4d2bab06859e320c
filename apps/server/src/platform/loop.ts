/**
 * A thing that wakes up, does, sleeps. Made by `createLoop`, which owns abort, jitter, back-off after errors and
 * the metric; nothing else in the server may use timers.
 */
export interface Loop {
  name: string
  /** Runs until stopped; a second call is an error. */
  start(): void
  /** Aborts the pass under way and resolves when it has ended. */
  stop(): Promise<void>
  /** Ends the present sleep at once: a hint that there may be something to do. */
  wake(): void
}
