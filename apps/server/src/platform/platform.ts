import type { Fetch } from '@roundsman/cometbft/rpc-client'
import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { createGuardedFetch, type GuardedFetch } from './clients/guarded-fetch.ts'
import type { OpenSocket } from './clients/web-socket-client.ts'
import { type Clock, createLatenessMeter } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import type { Ids } from './ids.ts'
import { type CreateLoop, createLoopFactory, type Loop } from './loop.ts'
import { createLoad, type Load } from './load.loop.ts'
import { createDiskWatch, type DiskWatch } from './process/disk.loop.ts'

/** All that a module gets of the world. Built once by the application; tests hand in their own parts. */
export interface Platform {
  config: Config
  clock: Clock
  ids: Ids
  log: Logger
  db: Database
  /** The only ways out to the network: requests, those to endpoints of chains, those to addresses that users gave, and sockets that are listened at. */
  fetch: typeof globalThis.fetch
  endpointFetch: Fetch
  guardedFetch: GuardedFetch
  openSocket: OpenSocket
  /** Metrics of the modules are registered here and shown at `/metrics`. */
  metrics: Registry
  createLoop: CreateLoop
  /** How busy this process is, found out by its loop. */
  load: Load & { loop: Loop }
  /** Of the embedded database; null: it is elsewhere. */
  disk: DiskWatch | null
}

interface PlatformParts {
  config: Config
  log: Logger
  clock: Clock
  ids: Ids
  fetch: typeof globalThis.fetch
  endpointFetch: Fetch
  openSocket: OpenSocket
  /** Called when the process cannot go on. */
  onDeath: (error: Error) => void
}

/** Opens the database and puts the platform together; whoever calls closes `db`. */
export async function buildPlatform(parts: PlatformParts): Promise<Platform> {
  const { config, log, clock, ids, fetch, endpointFetch, openSocket, onDeath } = parts
  const metrics = new Registry()
  const db = await openDatabase({ config, clock, ids, log, onDeath })
  const createLoop = createLoopFactory({ clock, ids, log, metrics })
  const readings = { lateMs: createLatenessMeter(), databaseMs: () => answerMs(db, clock) }
  return {
    config,
    clock,
    ids,
    log,
    db,
    fetch,
    endpointFetch,
    guardedFetch: createGuardedFetch(() => config.outboundAllow, clock),
    openSocket,
    metrics,
    createLoop,
    load: createLoad(readings, { clock, log, metrics, createLoop }),
    disk: watchDisk(db, { log, metrics, createLoop }),
  }
}

export function watchDisk(
  { files }: Pick<Database, 'files'>,
  deps: Parameters<typeof createDiskWatch>[1],
): DiskWatch | null {
  return files && createDiskWatch(dirname(files.directory), deps)
}

async function answerMs(db: Database, clock: Clock): Promise<number> {
  const from = clock.monotonic()
  await db.orm.execute(sql`select`)
  return clock.monotonic() - from
}
