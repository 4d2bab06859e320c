import { cpus, release, type as system, totalmem } from 'node:os'

/** The machine in one line; figures of another machine compare as ratios only. */
export function machine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown'}, ${memory} GiB, ${system()} ${release()}, Node ${process.version}`
}
