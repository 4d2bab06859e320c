import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { CreateLoop, Loop } from '../loop.ts'
import { type ClockAlarm, createClockAlarm } from './clock-offset.ts'

const everyMs = 20_000
/** Codes of apps, sign-ins and signatures of messages are by this machine's clock: a second or two are within what they allow. */
const offMs = 2_000
/** An answer that took longer does not say when within that time the database looked at its clock. */
const exactMs = offMs

/**
 * Compares this machine's clock with the database's, which is the one that all processes share.
 * @param databaseNow Unix ms
 */
export function createOwnClockWatch(
  databaseNow: () => Promise<number>,
  { clock, log, metrics, createLoop }: OwnClockDeps,
): { loop: Loop; alarm: ClockAlarm } {
  const alarm = createClockAlarm(
    {
      clock: "this machine's clock",
      against: "the database's",
      mend: 'both',
      boundMs: { ahead: offMs, behind: offMs },
      metric: {
        name: 'roundsman_clock_offset_seconds',
        help: "How far this machine's clock is ahead of the database's; NaN: not known just now.",
      },
    },
    { log, metrics },
  )

  async function offsetMs(): Promise<number | null> {
    const [from, wall] = [clock.monotonic(), clock.now()]
    const database = await databaseNow()
    const tookMs = clock.monotonic() - from
    // Set while it was being compared, or the process was paused meanwhile.
    const wasSet = Math.abs(clock.now() - wall - tookMs) > exactMs / 2
    return tookMs > exactMs || wasSet ? null : wall + tookMs / 2 - database
  }

  const loop = createLoop({
    name: 'own-clock',
    everyMs,
    // That the database is away is said where something was wanted of it.
    pass: async () => alarm.learn(await offsetMs().catch(() => null)),
  })
  return { loop, alarm }
}

interface OwnClockDeps {
  clock: Pick<Clock, 'now' | 'monotonic'>
  log: Pick<Logger, 'warn' | 'info'>
  metrics: Registry
  createLoop: CreateLoop
}
