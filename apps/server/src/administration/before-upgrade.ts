import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '../platform/db/embedded/data-directory.ts'
import type { Migration } from '../platform/db/migrate.ts'
import { StartError } from '../platform/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { withBackupChild, writeBackup } from './backup.command.ts'

/** In the data directory. */
const folderName = 'before-upgrade'
/** Whoever goes back further has backups of their own. */
const kept = 2

/**
 * Keeps a backup of the embedded database as the older program left it, before anything of it is changed (B199). PostgreSQL has
 * backups of its own, and other processes of the older program may be on it.
 * @throws StartError where it cannot be written: then nothing is changed
 */
export async function keepCopyBeforeUpgrade(
  { db, clock, config, log }: Pick<Platform, 'db' | 'clock' | 'config' | 'log'>,
  waiting: readonly Migration[],
): Promise<void> {
  const [first] = waiting
  if (db.engine !== 'embedded' || first === undefined) return
  const folder = join(config.dataDir, folderName)
  const file = join(folder, `before-${first.name}.backup`)
  const unfinished = `${file}.unfinished`
  log.info({ migrations: waiting.length, file }, 'an upgrade: keeping a copy of the database first')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    rmSync(unfinished, { force: true })
    await withBackupChild((child) =>
      writeBackup(child, { db, clock, dataDir: config.dataDir, databaseUrl: null }, unfinished),
    )
    renameSync(unfinished, file)
    syncPath(folder)
  } catch (error) {
    throw new StartError(
      `The database has to be upgraded, and no copy of it could be kept first in ${folder}: ${error instanceof Error ? error.message : String(error)} Nothing was changed.`,
    )
  }
  for (const name of oldestFirst(folder).slice(0, -kept)) rmSync(join(folder, name), { force: true })
}

function oldestFirst(folder: string): string[] {
  if (!existsSync(folder)) return []
  const madeAt = (name: string) => statSync(join(folder, name)).mtimeMs
  return readdirSync(folder)
    .filter((name) => name.endsWith('.backup'))
    .sort((a, b) => madeAt(a) - madeAt(b))
}
