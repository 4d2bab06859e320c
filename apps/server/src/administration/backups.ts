import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Counter, Gauge } from 'prom-client'
import { acquireLease, type HeldLease, renewLeases } from '../platform/db/lease.ts'
import { syncPath } from '../platform/db/embedded/data-directory.ts'
import type { Module } from '../platform/process/module.ts'
import type { Platform } from '../platform/platform.ts'
import { withBackupChild, writeBackup } from './backup.command.ts'

/** How often it is asked whether one is due. */
const everyMs = 60_000
/** A disk that is full stays full for a while. */
const longestPauseMs = 10 * 60_000
const leaseName = 'backups'
/** Well within the time that a lease lives. */
const renewMs = 2_000
/** In front of what is not finished; what a process that was killed has left is removed before the next one. */
const unfinished = '.roundsman-'
const finished = /^roundsman-(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})Z\.backup(?:\.age)?$/

/** Backups by themselves, where the environment names a directory for them (B180 to B184). */
export function createBackups(platform: Platform): Module {
  const { config, clock, db, ids, log, metrics, createLoop } = platform
  const { backups } = config
  if (backups === null) return { name: 'backups' }
  const { dir, everyMs: pauseMs, keep, recipient } = backups
  const holder = ids.uuid()
  const outcomes = new Counter({
    name: 'roundsman_backups_total',
    help: 'Backups by outcome; done: written, restored on trial and, where a key is named, encrypted.',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  for (const outcome of ['done', 'failed']) outcomes.inc({ outcome }, 0)
  const restored = new Gauge({
    name: 'roundsman_backup_restored_rows',
    help: 'Rows that came back when the last backup of this process was restored on trial; 0: none was yet.',
    registers: [metrics],
  })
  new Gauge({
    name: 'roundsman_backup_age_seconds',
    help: 'Age of the newest backup in ROUNDSMAN_BACKUP_DIR; NaN: there is none.',
    registers: [metrics],
    collect() {
      const newest = newestIn(dir)
      this.set(newest ? (clock.now() - newest.madeAt) / 1000 : Number.NaN)
    },
  })
  new Gauge({
    name: 'roundsman_backup_size_bytes',
    help: 'Size of the newest backup in ROUNDSMAN_BACKUP_DIR; 0: there is none.',
    registers: [metrics],
    collect() {
      this.set(newestIn(dir)?.size ?? 0)
    },
  })

  /** One that seems to be of the future was made before the clock was set back. */
  function isDue(now: number): boolean {
    const [newest] = backupsIn(dir)
    return newest === undefined || now - newest.madeAt >= pauseMs || newest.madeAt - now >= pauseMs
  }

  async function make(): Promise<void> {
    for (const name of readdirSync(dir))
      if (name.startsWith(unfinished)) rmSync(join(dir, name), { recursive: true, force: true })
    const name = fileName(clock.now())
    const plain = join(dir, `${unfinished}${name}`)
    const trial = mkdtempSync(join(dir, `${unfinished}trial-`))
    try {
      await withBackupChild((child) =>
        writeBackup(child, { db, clock, dataDir: config.dataDir, databaseUrl: config.databaseUrl }, plain),
      )
      const rows = await withBackupChild(async (child) => {
        const tried = await child.ask({ kind: 'try', file: plain, directory: trial })
        if (recipient !== null)
          await child.ask({ kind: 'encrypt', file: plain, to: `${plain}.age`, recipient })
        return tried.rows
      })
      const suffix = recipient === null ? '' : '.age'
      renameSync(`${plain}${suffix}`, join(dir, `${name}${suffix}`))
      syncPath(dir)
      restored.set(rows)
      log.info({ file: `${name}${suffix}`, rows }, 'backup written and restored on trial')
    } finally {
      rmSync(plain, { force: true })
      rmSync(trial, { recursive: true, force: true })
    }
    for (const old of backupsIn(dir).slice(keep)) rmSync(join(dir, old.name), { force: true })
  }

  /** Nobody else makes one in the meantime, however long it takes. */
  async function whileHeld(held: HeldLease, run: () => Promise<void>): Promise<void> {
    const done = new AbortController()
    const renewing = (async () => {
      while (!done.signal.aborted) {
        await clock.sleep(renewMs, done.signal)
        if (!done.signal.aborted) await renewLeases(db.orm, [held])
      }
    })()
    try {
      await run()
    } finally {
      done.abort()
      await renewing
    }
  }

  const loop = createLoop({
    name: 'backups',
    everyMs,
    longestPauseMs,
    pass: async () => {
      try {
        mkdirSync(dir, { recursive: true, mode: 0o700 })
        if (!isDue(clock.now())) return
        const taken = await acquireLease(db.orm, leaseName, holder)
        if (taken === null) return
        await whileHeld(taken.held, make)
        outcomes.inc({ outcome: 'done' })
      } catch (error) {
        outcomes.inc({ outcome: 'failed' })
        throw error
      }
    },
  })
  return { name: 'backups', loops: [{ role: 'watch', loop }] }
}

interface KeptBackup {
  name: string
  /** Unix ms. */
  madeAt: number
}

/** For figures, which are shown whatever is the matter with the directory. */
function newestIn(dir: string): (KeptBackup & { size: number }) | null {
  try {
    const [newest] = backupsIn(dir)
    return newest ? { ...newest, size: statSync(join(dir, newest.name)).size } : null
  } catch {
    return null
  }
}

/** Those that are whole, the newest first. */
function backupsIn(dir: string): KeptBackup[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .flatMap((name) => {
      const [, hour, minutes, seconds] = finished.exec(name) ?? []
      return hour === undefined ? [] : [{ name, madeAt: Date.parse(`${hour}:${minutes}:${seconds}Z`) }]
    })
    .sort((one, other) => other.madeAt - one.madeAt)
}

/** `roundsman-2026-11-26T03-00-00Z.backup`: without colons, which some file systems do not take. */
function fileName(now: number): string {
  return `roundsman-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}
