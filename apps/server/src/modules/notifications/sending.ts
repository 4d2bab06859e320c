import type { Loop } from '../../platform/loop.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Channel } from './channels/channel.ts'
import { createDispatcher, type DispatcherDeps } from './dispatcher.ts'
import { lanes } from './lane.ts'

const pollMs = 1_000

export interface Sending {
  loops: readonly Loop[]
  /** Takes the payload of a hint, `<channel> <lane>`. */
  wake(hint: string): void
}

/** A dispatcher and its loop for each lane of each channel. */
export function createSending(
  { db, clock, log, createLoop }: Pick<Platform, 'db' | 'clock' | 'log' | 'createLoop'>,
  own: Pick<DispatcherDeps, 'attempt' | 'budgets' | 'worker'>,
  channels: readonly Channel[],
): Sending {
  const byHint = new Map<string, { loop: Loop; nudge: () => void }>()
  for (const channel of channels) {
    for (const lane of lanes) {
      const { pass, nudge } = createDispatcher({ db, clock, log, ...own }, channel, lane)
      const loop = createLoop({
        name: `dispatch-${channel.channel}-${lane}`,
        everyMs: pollMs,
        pass: async (signal) => {
          await pass(signal)
        },
      })
      byHint.set(`${channel.channel} ${lane}`, { loop, nudge })
    }
  }
  return {
    loops: [...byHint.values()].map(({ loop }) => loop),
    wake: (hint) => {
      const one = byHint.get(hint)
      one?.nudge()
      one?.loop.wake()
    },
  }
}
