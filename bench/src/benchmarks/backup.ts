import { mkdtempSync, statSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { backupCommand } from '../../../apps/server/src/administration/backup.command.ts'
import { exportTables } from '../../../apps/server/src/administration/backup-tables.ts'
import { type BackupHeader, writeBackupFile } from '../../../apps/server/src/administration/backup-file.ts'
import { systemClock } from '../../../apps/server/src/platform/clock.ts'
import type { Database } from '../../../apps/server/src/platform/db/database.ts'
import { openBenchDatabase } from '../bench-database.ts'
import type { Benchmark, Figure } from '../benchmark.ts'
import { quantile } from '../quantile.ts'

/** Gigabytes of the database that is backed up, and of the one that the baseline gets, which is a tenth. */
const gigabytes = Number(process.env['BACKUP_GB'] ?? 5)
/** A row is about a kilobyte. */
const rowsAGigabyte = 900_000
const rowsAtOnce = 20_000

async function fill({ orm, checkpoint }: Database, from: number, upTo: number): Promise<void> {
  for (let at = from * rowsAGigabyte; at < upTo * rowsAGigabyte; at += rowsAtOnce) {
    await orm.execute(sql`
      insert into bench_row (t) select repeat(md5(i::text) || md5((-i)::text), 16)
      from generate_series(${at}::int, ${at + rowsAtOnce - 1}::int) i`)
    // As the product does, if more often.
    if ((at / rowsAtOnce) % 10 === 0) await checkpoint()
  }
  await checkpoint()
}

interface Written {
  seconds: number
  waits: number[]
}

/** Commits a row twenty times a second while something is done, and how long each commit took. */
async function writeDuring(db: Database, work: () => Promise<unknown>): Promise<Written> {
  let isDone = false
  const startedAt = performance.now()
  const done = work().finally(() => (isDone = true))
  const waits: number[] = []
  while (!isDone) {
    const before = performance.now()
    await db.transaction((tx) => tx.execute(sql`insert into bench_row (t) values ('one more')`))
    waits.push(performance.now() - before)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await done
  return { seconds: (performance.now() - startedAt) / 1000, waits: waits.sort((a, b) => a - b) }
}

function figuresOf(who: string, { seconds, waits }: Written): Figure[] {
  return [
    { name: `${who}: the backup`, value: seconds, unit: 's' },
    { name: `${who}: commits meanwhile`, value: waits.length, unit: 'commits' },
    { name: `${who}: a commit waits, median`, value: quantile(waits, 0.5), unit: 'ms' },
    { name: `${who}: a commit waits, p99`, value: quantile(waits, 0.99), unit: 'ms' },
    { name: `${who}: a commit waits, longest`, value: waits.at(-1) ?? 0, unit: 'ms' },
  ]
}

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** What the product did before: one transaction over everything, in the process that everybody waits for. */
async function backUpInOneTransaction(db: Database, file: string): Promise<void> {
  const header: BackupHeader = {
    format: 'roundsman-backup',
    version: 1,
    made_at: new Date(0).toISOString(),
    migrations: [],
    secret: null,
  }
  await db.snapshot((tx) => writeBackupFile(file, header, exportTables(tx)))
}

export const backup: Benchmark = {
  name: 'backup',
  question: 'How long does a commit wait while a backup of the embedded database is written?',
  baseline: {
    what: 'one transaction over everything, on a tenth of the data',
    command: 'npm run bench -- --only backup',
  },
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'roundsman-bench-'))
    const { db, dataDir, remove } = await openBenchDatabase()
    try {
      await db.orm.execute(sql`create table bench_row (t text not null)`)
      await fill(db, 0, gigabytes / 10)
      const old = await writeDuring(db, () => backUpInOneTransaction(db, join(folder, 'old.gz')))
      await fill(db, gigabytes / 10, gigabytes)
      const idle = await writeDuring(db, () => new Promise((resolve) => setTimeout(resolve, 10_000)))
      const size = await sizeOf(join(dataDir, 'database'))
      const command = backupCommand({ db, clock: systemClock, dataDir, databaseUrl: null, cwd: folder })
      const terminal = { print: () => undefined, complain: () => undefined }
      const ours = await writeDuring(db, () => command.run(['ours.gz'], terminal))
      const longest = ours.waits.at(-1) ?? 0
      return {
        figures: [
          { name: 'the database', value: size / 1e9, unit: 'GB' },
          { name: 'the file', value: statSync(join(folder, 'ours.gz')).size / 1e9, unit: 'GB' },
          ...figuresOf('ours', ours),
          ...figuresOf('one transaction, a tenth', old),
          { name: 'no backup: a commit waits, longest of 10 s', value: idle.waits.at(-1) ?? 0, unit: 'ms' },
        ],
        ratios: [
          {
            name: 'longest wait, ours to a tenth in one transaction',
            value: longest / (old.waits.at(-1) ?? Number.NaN),
            unit: 'x',
          },
        ],
        remarks: [
          'One writer commits a row every 50 ms; a wait is from the call to the commit.',
          'Rows are a kilobyte of repeated text, which packs better than what is real.',
          'BACKUP_GB takes another size.',
        ],
      }
    } finally {
      await remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
