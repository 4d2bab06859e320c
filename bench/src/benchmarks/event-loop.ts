import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Figure } from '../benchmark.ts'
import { startChild } from '../child.ts'
import { LoopReport } from '../loop-delay.ts'
import { startProduct } from '../product.ts'

const seconds = 5

/** Runs a writer and gives what it reports. The first run of a directory makes the database, so it is not measured. */
async function load(writer: string, folder: string): Promise<LoopReport> {
  const run = async (duration: number) => {
    const child = startChild(['--import', 'tsx', writer, folder, String(duration)])
    const report = await child.report(LoopReport)
    await child.ended
    return report
  }
  await run(0)
  return run(seconds)
}

function figuresOf(who: string, report: LoopReport): Figure[] {
  return [
    { name: `${who}: delay of the event loop, p99`, value: report.p99, unit: 'ms' },
    { name: `${who}: delay of the event loop, longest`, value: report.max, unit: 'ms' },
    { name: `${who}: ticks of a 10 ms timer that came`, value: report.ticks * 100, unit: '%' },
    { name: `${who}: a batch of 1,500 rows`, value: report.batchMs, unit: 'ms' },
    { name: `${who}: resident once an existing directory is open`, value: report.opened, unit: 'MiB' },
    { name: `${who}: resident after the load`, value: report.loaded, unit: 'MiB' },
  ]
}

/** Resident memory of the built server on a directory that exists, with one network that has no endpoint. */
async function serverMemory(): Promise<number> {
  const product = await startProduct({ source: 1, networks: [1], followed: false })
  try {
    const again = await product.restart()
    return again.residentMebibytes()
  } finally {
    await product.stop()
  }
}

export const eventLoop: Benchmark = {
  name: 'event-loop',
  question:
    'How long does the embedded database hold up the main thread under load, and what does it take of memory?',
  baseline: {
    what: 'PGlite with its defaults in the main thread (it does not sync to the disk)',
    command: `node --import tsx bench/src/baselines/pglite-writer.ts <directory> ${seconds}`,
  },
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'roundsman-bench-'))
    try {
      const ours = await load('bench/src/embedded-writer.ts', join(folder, 'ours'))
      const stock = await load('bench/src/baselines/pglite-writer.ts', join(folder, 'stock'))
      return {
        figures: [
          ...figuresOf('ours', ours),
          ...figuresOf('stock', stock),
          { name: 'the server, started on an existing directory', value: await serverMemory(), unit: 'MiB' },
        ],
        ratios: [
          { name: 'longest delay, ours to stock', value: ours.max / stock.max, unit: 'x' },
          { name: 'a batch, ours to stock', value: ours.batchMs / stock.batchMs, unit: 'x' },
          { name: 'resident once open, ours to stock', value: ours.opened / stock.opened, unit: 'x' },
        ],
        remarks: [
          `Batches one after the other for ${seconds} s, each in a transaction; ours are on the disk when they count.`,
          'Delays are what a 10 ms timer waited beyond its time; a loop that never came round has one delay, the load.',
          "Both writers run from the source: their memory holds the loader of TypeScript, ours in its thread as well. The server's is that of the build, with one network and no endpoint.",
        ],
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
