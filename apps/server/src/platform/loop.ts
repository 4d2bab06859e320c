import type { Logger } from 'pino'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'

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

export interface LoopOptions {
  name: string
  /** One pass. A number is the pause in ms until the next one, in place of `everyMs`. */
  pass(signal: AbortSignal): Promise<number | void>
  /** Pause between the end of a pass and the next one. */
  everyMs: number
  /** Part of the pause that chance may take away or add, 0…1; spreads processes that started together. */
  jitter?: number
  /** Longest pause after errors in a row; it doubles from `everyMs` (at least 100 ms) up to here. */
  longestPauseMs?: number
}

export type CreateLoop = (options: LoopOptions) => Loop

interface LoopDeps {
  clock: Clock
  ids: Ids
  log: Logger
  metrics: Registry
}

const shortestBackOffMs = 100
const defaultLongestPauseMs = 60_000

/** Makes loops that wake up, do, and sleep; see `Loop`. Their figures: runs by outcome, and duration. */
export function createLoopFactory({ clock, ids, log, metrics }: LoopDeps): CreateLoop {
  const runs = new Counter({
    name: 'roundsman_loop_runs_total',
    help: 'Passes of a loop by outcome.',
    labelNames: ['loop', 'outcome'],
    registers: [metrics],
  })
  const durations = new Histogram({
    name: 'roundsman_loop_duration_seconds',
    help: 'Duration of a pass of a loop.',
    labelNames: ['loop'],
    buckets: [0.001, 0.01, 0.1, 1, 10],
    registers: [metrics],
  })

  return ({ name, pass, everyMs, jitter = 0.1, longestPauseMs = defaultLongestPauseMs }) => {
    const stopping = new AbortController()
    let nap = new AbortController()
    let woken = false
    let running: Promise<void> | null = null

    async function passOnce(errors: number): Promise<{ errors: number; pauseMs: number }> {
      const startedAt = clock.monotonic()
      try {
        const pauseMs = (await pass(stopping.signal)) ?? everyMs
        runs.inc({ loop: name, outcome: 'ok' })
        return { errors: 0, pauseMs }
      } catch (error) {
        if (stopping.signal.aborted) return { errors, pauseMs: 0 }
        runs.inc({ loop: name, outcome: 'error' })
        log.error({ loop: name, err: error }, 'a pass failed and will be retried')
        const backOff = Math.max(shortestBackOffMs, everyMs) * 2 ** Math.min(errors, 20)
        return { errors: errors + 1, pauseMs: Math.min(longestPauseMs, backOff) }
      } finally {
        durations.observe({ loop: name }, (clock.monotonic() - startedAt) / 1000)
      }
    }

    async function run(): Promise<void> {
      let errors = 0
      while (!stopping.signal.aborted) {
        woken = false
        nap = new AbortController()
        const outcome = await passOnce(errors)
        errors = outcome.errors
        if (stopping.signal.aborted) return
        // A hint after the pass began may be about what it has not seen; but after an error a hint cannot help.
        if (woken && errors === 0) continue
        const spread = 1 + jitter * (2 * ids.fraction() - 1)
        await clock.sleep(outcome.pauseMs * spread, nap.signal)
      }
    }

    return {
      name,
      start() {
        if (running) throw new Error(`The loop ${name} runs already.`)
        running = run()
      },
      async stop() {
        stopping.abort()
        nap.abort()
        await running
      },
      wake() {
        woken = true
        nap.abort()
      },
    }
  }
}

/** Loops that come and go while the process runs. To whoever starts and stops them they are one. */
export interface LoopGroup extends Loop {
  /** Puts a loop, or none, in the place of the one with this key, which has ended before the new one is made. */
  replace(key: number, make: (() => Loop) | null): Promise<void>
}

export function createLoopGroup(name: string): LoopGroup {
  const loops = new Map<number, Loop>()
  let state: 'waiting' | 'running' | 'stopped' = 'waiting'
  return {
    name,
    start() {
      state = 'running'
      for (const loop of loops.values()) loop.start()
    },
    async stop() {
      state = 'stopped'
      await Promise.allSettled([...loops.values()].map((loop) => loop.stop()))
    },
    wake() {
      for (const loop of loops.values()) loop.wake()
    },
    async replace(key, make) {
      const before = loops.get(key)
      loops.delete(key)
      // One that cannot end well, since the database is away, has ended all the same.
      if (before) await Promise.allSettled([before.stop()])
      if (make === null || state === 'stopped') return
      const loop = make()
      loops.set(key, loop)
      if (state === 'running') loop.start()
    },
  }
}
