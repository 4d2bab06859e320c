import type { ListeningFault } from './listening-fault.ts'

/** Which endpoints are left alone after their sockets failed. */
export interface Rests {
  rests(index: number): boolean
  /** `isProven`: the socket had been of use for a while, so that nothing is to be held against it. */
  note(index: number, kind: ListeningFault['kind'], isProven: boolean): void
  forget(): void
}

const firstMs = 5_000
const longestMs = 600_000

/** `random` in [0, 1) spreads each rest by a quarter either way. */
export function createRests(clock: { monotonic(): number }, random: () => number): Rests {
  const resting = new Map<number, { failures: number; until: number }>()
  return {
    rests: (index) => (resting.get(index)?.until ?? 0) > clock.monotonic(),
    note(index, kind, isProven) {
      const failures = isProven ? 1 : (resting.get(index)?.failures ?? 0) + 1
      const doubled = Math.min(longestMs, firstMs * 2 ** (Math.min(failures, 20) - 1))
      const restMs = (kind === 'useless' ? longestMs : doubled) * (0.75 + random() / 2)
      resting.set(index, { failures, until: clock.monotonic() + restMs })
    },
    forget: () => resting.clear(),
  }
}
