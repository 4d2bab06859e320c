import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'

/** What a process under load reports, as a line of JSON. Delays in ms, memory in MiB. */
export const LoopReport = z.object({
  batches: z.number(),
  batchMs: z.number(),
  p99: z.number(),
  max: z.number(),
  /** Share of the ticks that a timer of `tickMs` should have had and had, 0 to 1. */
  ticks: z.number(),
  opened: z.number(),
  loaded: z.number(),
})
export type LoopReport = z.infer<typeof LoopReport>

const tickMs = 10
const rows = 1_500
const nanosecondsPerMs = 1e6

/** A batch as the recorder of samples writes them: many narrow rows at once. */
function insertion(batch: number): string {
  const values = Array.from({ length: rows }, (_, row) => `(${batch}, ${row}, ${(row % 100) / 100})`)
  return `insert into bench_sample (at, validator, value) values ${values.join(',')}`
}

export const table =
  'create table if not exists bench_sample (at int not null, validator int not null, value float8 not null)'

const residentMebibytes = () => process.memoryUsage().rss / 2 ** 20

/**
 * Writes batches one after the other for `seconds`, each in a transaction of its own, and prints a `LoopReport`.
 * Call it right after the engine was opened on a directory that exists; 0 seconds write nothing.
 */
export async function reportLoopDelay(
  seconds: number,
  write: (statement: string) => Promise<unknown>,
): Promise<void> {
  const opened = residentMebibytes()
  const monitor = monitorEventLoopDelay({ resolution: tickMs })
  monitor.enable()
  // The monitor measures from tick to tick, so there has to be one before the load.
  await new Promise((resolve) => setTimeout(resolve, 5 * tickMs))
  const startedAt = performance.now()
  let batches = 0
  for (; performance.now() - startedAt < seconds * 1_000; batches += 1) await write(insertion(batches))
  const tookMs = performance.now() - startedAt
  // A loop that never came round has no sample yet: the next one is as long as the whole load.
  await new Promise((resolve) => setTimeout(resolve, 5 * tickMs))
  monitor.disable()
  // Each sample holds the monitor's own pause as well.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / nanosecondsPerMs - tickMs)
  const report: LoopReport = {
    batches,
    batchMs: batches === 0 ? 0 : tookMs / batches,
    p99: late(monitor.percentile(99)),
    max: late(monitor.max),
    ticks: Math.min(1, monitor.count / ((tookMs + 5 * tickMs) / tickMs)),
    opened,
    loaded: residentMebibytes(),
  }
  console.log(JSON.stringify(report))
}
