import type { SimChain } from '../sim-chain.ts'
import type { Waiting } from '../wall-clock.ts'

/** Steps between two looks at what is asked: some 20 ms of work on a fast machine. */
const STEPS = 3

export interface WarmUp {
  /** Runs at once for a chain that is ready, else as soon as it is. */
  whenReady(chain: SimChain, run: () => void): void
  /** When every chain is ready. */
  done: Promise<void>
  stop(): void
}

/** For tests, whose chains make their blocks when they are asked. */
export const noWarmUp: WarmUp = {
  whenReady: (_chain, run) => run(),
  done: Promise.resolve(),
  stop: () => undefined,
}

/**
 * Makes chains ready one after the other, in steps of bounded work. Whoever asks a chain that is not ready waits for
 * it, and holds up nobody who asks one that is.
 */
export function startWarmUp(chains: readonly SimChain[], waiting: Waiting): WarmUp {
  const asked = new Map<SimChain, (() => void)[]>(chains.map((chain) => [chain, []]))
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  let next = waiting.after(0, work)

  function work() {
    for (let step = 0; step < STEPS; step += 1) {
      const [first] = asked
      if (first === undefined) return finish()
      const [chain, waiters] = first
      if (!chain.prepareSome()) continue
      asked.delete(chain)
      for (const run of waiters) run()
    }
    next = waiting.after(0, work)
  }

  return {
    whenReady(chain, run) {
      const waiters = asked.get(chain)
      if (waiters === undefined) run()
      else waiters.push(run)
    },
    done,
    stop: () => next.stop(),
  }
}
