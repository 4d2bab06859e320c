import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chownTree, unprivilegedUser } from '../../../../../tools/src/engines/owner.ts'
import { openPostgresFolder } from '../../../../../tools/src/engines/postgres.ts'
import { postgresOnMachine } from '../../../../../tools/src/engines/postgres-binaries.ts'
import {
  copyAsReplica,
  initialize,
  promote,
  type Served,
  serve,
} from '../../../../../tools/src/engines/postgres-cluster.ts'

/** A running copy of it that takes over what it commits. */
export interface Replica {
  port: number
  /** Makes it the primary. */
  promote(): Promise<void>
}

/** A PostgreSQL that belongs to one test, which may end it and start it again. */
export interface PrivatePostgres {
  port: number
  /** Asks it to end, or ends it at once, and starts it again at the same port. */
  restart(how: 'stop' | 'kill'): Promise<void>
  replica(): Promise<Replica>
  kill(): Promise<void>
  /** Ends it and its replica, and removes both. */
  remove(): Promise<void>
}

/** Folder of its programs, those that make a replica among them; null: this machine has none. */
function findPrograms(): string | null {
  const found = postgresOnMachine()
  if (found === undefined) return null
  // Not where some of them are linked to: the others lie beside them.
  const bin = dirname(realpathSync(join(found.bin, 'postgres')))
  return existsSync(join(bin, 'pg_basebackup')) ? bin : null
}

/** What stands in the way of one on this machine; null: nothing. */
export const whyNoPrivatePostgres = (): string | null =>
  findPrograms() === null ? 'no PostgreSQL 15 or newer with pg_basebackup on this machine' : null

export async function startPrivatePostgres(): Promise<PrivatePostgres> {
  const bin = findPrograms()
  if (bin === null) throw new Error(whyNoPrivatePostgres() ?? '')
  const { folder, remove } = openPostgresFolder()
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  if (owner) chownTree(folder, owner)
  const data = join(folder, 'primary')
  await initialize(bin, data, owner)
  let primary = await serve(bin, data, owner)
  const others: Served[] = []
  return {
    port: primary.port,
    async restart(how) {
      await primary[how]()
      primary = await serve(bin, data, owner, primary.port)
    },
    async replica() {
      const copy = join(folder, 'replica')
      await copyAsReplica(bin, copy, owner, primary.port)
      const served = await serve(bin, copy, owner)
      others.push(served)
      return { port: served.port, promote: () => promote(bin, copy, owner) }
    },
    kill: () => primary.kill(),
    async remove() {
      for (const one of [primary, ...others]) await one.kill()
      remove()
    },
  }
}
