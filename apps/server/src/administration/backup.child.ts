import { constants, createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readdir, stat, statfs } from 'node:fs/promises'
import { constants as priorities, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Encrypter } from 'age-encryption'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { systemClock } from '../platform/clock.ts'
import { secretFiles } from '../platform/config/secrets.ts'
import type { Database } from '../platform/db/database.ts'
import { connectEmbedded, copyPrefix } from '../platform/db/embedded/embedded-database.ts'
import { syncPath } from '../platform/db/embedded/data-directory.ts'
import { openEmbeddedEngine } from '../platform/db/embedded/embedded-engine.ts'
import { readMigrations } from '../platform/db/migrate.ts'
import { openServerDatabase } from '../platform/db/server-database.ts'
import { assetUrl } from '../platform/entry-url.ts'
import { systemIds } from '../platform/ids.ts'
import { verifyBackupFile, writeBackupFile } from './backup-file.ts'
import { exportTables } from './backup-tables.ts'
import { migrationsOf, restore } from './restore.command.ts'

// A process of its own, which gives way to the server: it reads and packs everything that the database holds.

/** A server, or a copy of the embedded engine's directory. */
export type BackupSource = { url: string } | { directory: string }

export type ToBackup =
  /** Makes room for a copy of this directory beside it, and sees to it that little of it is not on the disk yet. */
  | { kind: 'prepare'; directory: string }
  | { kind: 'copy' }
  | { kind: 'write'; source: BackupSource; file: string; dataDir: string; madeAt: string }
  /** Restores the file into a database of its own in an empty directory. */
  | { kind: 'try'; file: string; directory: string }
  /** Encrypts the file to an age public key. */
  | { kind: 'encrypt'; file: string; to: string; recipient: string }

export interface FromBackup {
  failed?: string
  /** The directory of the copy. */
  made?: string
  /** So many were restored. */
  rows?: number
}

const parts = { clock: systemClock, ids: systemIds }
let copying: { from: string; to: string } | null = null

async function answer(message: ToBackup): Promise<FromBackup> {
  switch (message.kind) {
    case 'prepare':
      copying = { from: message.directory, to: await prepare(message.directory) }
      return { made: copying.to }
    case 'copy':
      if (copying) await copyDatabase(copying.from, copying.to)
      return {}
    case 'write':
      await write(message)
      return {}
    case 'try':
      return { rows: await tryOut(message.file, message.directory) }
    case 'encrypt':
      await encrypt(message)
      return {}
  }
}

/** @throws Error where there is no room for another one of that size */
async function prepare(directory: string): Promise<string> {
  const beside = dirname(directory)
  let needed = 0
  for await (const file of filesOf(directory)) needed += (await stat(join(directory, file))).size
  const { bavail, bsize } = await statfs(beside)
  const free = bavail * bsize
  if (free < needed * 1.1)
    throw new Error(
      `Not enough space: a backup needs a copy of the database for a while, ${megabytes(needed * 1.1)} MB in ${beside}, and ${megabytes(free)} MB are free.`,
    )
  // What is waiting to be written is written now, so that the engine's own checkpoint, which all wait for, is short.
  for await (const file of filesOf(directory)) await synced(join(directory, file))
  return mkdtemp(join(beside, copyPrefix))
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

async function* filesOf(directory: string, below = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(directory, below), { withFileTypes: true })) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* filesOf(directory, path)
    else if (entry.isFile()) yield path
  }
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r').catch(ignoreGone)
  await file?.datasync()
  await file?.close()
}

/** The log comes last: it has everything that the other files may lack, or have by halves. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const log = 'pg_wal'
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.name === log || entry.name === 'postmaster.pid') continue
    if (entry.isDirectory()) await copyDirectory(join(from, entry.name), join(to, entry.name))
    else await copyOne(join(from, entry.name), join(to, entry.name))
  }
  await copyDirectory(join(from, log), join(to, log))
}

async function copyDirectory(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of (await readdir(from, { withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  ))
    if (entry.isDirectory()) await copyDirectory(join(from, entry.name), join(to, entry.name))
    else await copyOne(join(from, entry.name), join(to, entry.name))
}

const chunk = Buffer.allocUnsafe(1024 * 1024)
/** What is written between two times of waiting for the disk: a commit of the engine waits behind that much. */
const bytesAtOnce = 8 * 1024 * 1024

/** A file that the engine may be writing to, or has removed. Where the file system can, it shares what it holds. */
async function copyOne(from: string, to: string): Promise<void> {
  const isShared = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
  if (isShared) return
  const source = await open(from, 'r').catch(ignoreGone)
  if (source === null) return
  const target = await open(to, 'w', 0o600)
  try {
    let unsynced = 0
    for (;;) {
      const { bytesRead } = await source.read(chunk, 0, chunk.length, null)
      if (bytesRead === 0) break
      await target.write(chunk, 0, bytesRead)
      unsynced += bytesRead
      if (unsynced < bytesAtOnce) continue
      await target.datasync()
      unsynced = 0
    }
  } finally {
    await source.close()
    await target.close()
  }
}

function ignoreGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function write({ source, file, dataDir, madeAt }: ToBackup & { kind: 'write' }): Promise<void> {
  const db = await openSource(source)
  try {
    await db.snapshot(async (tx) => {
      const { rows } = await tx.execute<{ name: string; checksum: string }>(
        sql`select name, checksum from schema_migration order by number`,
      )
      const { present, other } = secretFiles(dataDir)
      const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
      const header = {
        format: 'roundsman-backup',
        version: 1,
        made_at: madeAt,
        migrations: rows,
        secret: textOf(present),
        other_secret: textOf(other),
      } as const
      await writeBackupFile(file, header, exportTables(tx))
    })
  } finally {
    await db.close()
  }
}

/** As `restore` does it, into the embedded engine, whatever the backup is of (B182). */
async function tryOut(file: string, directory: string): Promise<number> {
  const migrations = readMigrations(assetUrl('migrations'))
  const header = await verifyBackupFile(file)
  const db = await openSource({ directory })
  try {
    return await restore(db, file, migrationsOf(header, migrations), migrations)
  } finally {
    await db.close()
  }
}

/** In pieces: a backup may be larger than memory. */
async function encrypt({ file, to, recipient }: ToBackup & { kind: 'encrypt' }): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const plain = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const sealed = await encrypter.encrypt(plain)
  await pipeline(sealed, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  syncPath(to)
}

async function openSource(source: BackupSource): Promise<Database> {
  if ('url' in source) return openServerDatabase({ url: source.url, log: pino({ enabled: false }), ...parts })
  return connectEmbedded(await openEmbeddedEngine({ directory: source.directory, ...parts }), parts)
}

process.on('message', (message: ToBackup) => {
  answer(message).then(
    (said) => process.send?.(said),
    (error: unknown) => process.send?.({ failed: error instanceof Error ? error.message : String(error) }),
  )
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit(1))
setPriority(priorities.priority.PRIORITY_LOW)
