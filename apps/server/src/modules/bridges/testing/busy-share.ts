import { performance } from 'node:perf_hooks'

/** What share of the time of some work this thread was busy itself. */
export async function busyShare(work: () => Promise<void>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).utilization
}
