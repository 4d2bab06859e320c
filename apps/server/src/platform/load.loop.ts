import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { CreateLoop, Loop } from './loop.ts'

const everyMs = 1_000
/** A few dozen of these lie between a block and the message about it: then it comes seconds late. */
const lateBoundMs = 100
/** For a statement that does nothing. */
const databaseBoundMs = 1_000
/** So long it has to be too much, or half of that: a single one is a collection of garbage, or a commit of a million rows. */
const holdMs = 5_000

/** How busy a process is. */
export interface Load {
  /** What nobody is woken by waits, or is refused, so that alerts are not late. */
  isHigh(): boolean
}

export interface LoadReadings {
  /** By how much what was due ran late, in the mean since the last call. */
  lateMs(): number
  /** How long the database takes for a statement that does nothing. */
  databaseMs(): Promise<number>
}

interface LoadDeps {
  clock: Pick<Clock, 'monotonic'>
  log: Pick<Logger, 'warn' | 'info'>
  metrics: Registry
  createLoop: CreateLoop
}

export function createLoad(
  readings: LoadReadings,
  { clock, log, metrics, createLoop }: LoadDeps,
): Load & { loop: Loop } {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] })
  const overloaded = gauge(
    'roundsman_overloaded',
    'Whether what nobody is woken by is given up, so that alerts are not late.',
  )
  const late = gauge('roundsman_event_loop_late_seconds', 'By how much what was due ran late, in the mean.')
  const answer = gauge(
    'roundsman_database_answer_seconds',
    'Time that the database takes for a statement that does nothing; NaN: it does not answer.',
  )
  let isHigh = false
  /** Since when the readings say otherwise. */
  let since: number | null = null

  /** Whether it is too much, or, once it was, more than half of that; null: nobody can say. */
  function isTooMuch(lateMs: number, databaseMs: number | null): boolean | null {
    const part = isHigh ? 0.5 : 1
    if (lateMs > lateBoundMs * part) return true
    return databaseMs === null ? null : databaseMs > databaseBoundMs * part
  }

  const loop = createLoop({
    name: 'load',
    everyMs,
    jitter: 0,
    async pass() {
      const databaseMs = await readings.databaseMs().catch(() => null)
      const lateMs = readings.lateMs()
      late.set(lateMs / 1_000)
      answer.set(databaseMs === null ? Number.NaN : databaseMs / 1_000)
      const found = isTooMuch(lateMs, databaseMs)
      if (found === null || found === isHigh) {
        since = null
        return
      }
      since ??= clock.monotonic()
      if (clock.monotonic() - since < holdMs) return
      isHigh = found
      since = null
      overloaded.set(isHigh ? 1 : 0)
      const figures = { late_ms: Math.round(lateMs), database_ms: databaseMs && Math.round(databaseMs) }
      if (isHigh)
        log.warn(
          figures,
          'overloaded: charts, replays and exports are refused, pages are updated less often, so that alerts are not late',
        )
      else log.info(figures, 'overloaded no more')
    },
  })
  return { isHigh: () => isHigh, loop }
}
