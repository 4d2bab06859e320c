import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { entryExecArgv, entryUrl } from '../platform/entry-url.ts'
import type { AdminCommand } from '../platform/process/module.ts'
import type { BackupSource, FromBackup, ToBackup } from './backup.child.ts'

/** What is backed up, and where its secret is. */
export interface BackedUp {
  db: Database
  clock: Clock
  dataDir: string
  /** Of the server; null: the embedded engine. */
  databaseUrl: string | null
}

interface BackupDeps extends BackedUp {
  /** Directory that a file name is relative to. */
  cwd: string
}

/** `backup <file>`: every table of ours as one moment saw them, in one file that either engine can restore. */
export function backupCommand({ db, clock, dataDir, databaseUrl, cwd }: BackupDeps): AdminCommand {
  return {
    name: 'backup',
    async run(args, terminal) {
      const [name, ...others] = args
      if (name === undefined || others.length > 0) {
        terminal.complain('backup expects one file name.')
        return 2
      }
      const file = resolve(cwd, name)
      if (existsSync(file)) throw new Error(`${file} already exists and was left as it is.`)
      await withBackupChild((child) => writeBackup(child, { db, clock, dataDir, databaseUrl }, file))
      terminal.print(`Backup: ${file}`)
      return 0
    },
  }
}

/** Writes everything the database holds into a file that is not there yet. */
export async function writeBackup(
  child: BackupChild,
  { db, clock, dataDir, databaseUrl }: BackedUp,
  file: string,
): Promise<void> {
  const madeAt = new Date(clock.now()).toISOString()
  const write = (source: BackupSource) => child.ask({ kind: 'write', source, file, dataDir, madeAt })
  if (databaseUrl !== null) await write({ url: databaseUrl })
  else await copied(db, child, (directory) => write({ directory }))
}

/** Runs what needs the process that copies and writes, and ends that process. */
export async function withBackupChild<T>(run: (child: BackupChild) => Promise<T>): Promise<T> {
  const child = startChild()
  try {
    return await run(child)
  } finally {
    child.end()
  }
}

/**
 * Copies the embedded engine's files while it goes on, and hands the copy over. The engine has one session: in a
 * transaction over everything nobody else would be answered for as long as it takes to write the file.
 */
async function copied(
  { files }: Database,
  child: BackupChild,
  use: (directory: string) => Promise<unknown>,
): Promise<void> {
  if (files === null) throw new Error('This database has no files to copy.')
  const { made } = await child.ask({ kind: 'prepare', directory: files.directory })
  try {
    await files.hold(async () => void (await child.ask({ kind: 'copy' })))
    await use(made)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

export interface BackupChild {
  /** @throws Error with what it failed of, or that it ended */
  ask(message: ToBackup): Promise<Required<Omit<FromBackup, 'failed'>>>
  end(): void
}

/** The process that copies and writes; it does one thing after the other. */
function startChild(): BackupChild {
  const child = fork(fileURLToPath(entryUrl('backup.child')), {
    execArgv: entryExecArgv(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said = lastLineOf(child)
  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        const failed = () =>
          reject(new Error(`The process writing the backup exited unexpectedly. ${said()}`.trim()))
        child.once('exit', failed)
        child.once('error', reject)
        child.once('message', (answer: FromBackup) => {
          child.off('exit', failed)
          child.off('error', reject)
          if (answer.failed === undefined) resolve({ made: answer.made ?? '', rows: answer.rows ?? 0 })
          else reject(new Error(answer.failed))
        })
        child.send(message)
      }),
    end: () => void child.kill(),
  }
}

/** The end of what a child says on its standard error. */
function lastLineOf(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  return () => said.trim().split('\n').at(-1) ?? ''
}
