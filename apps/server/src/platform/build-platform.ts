import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createLoopFactory } from './create-loop.ts'
import { openDatabase } from './db/open-database.ts'
import type { Ids } from './ids.ts'
import type { Platform } from './platform.ts'
import type { OpenSocket } from './web-socket-client.ts'

export interface PlatformParts {
  config: Config
  log: Logger
  clock: Clock
  ids: Ids
  fetch: typeof globalThis.fetch
  openSocket: OpenSocket
  /** Told when the process cannot go on. */
  onDeath: (error: Error) => void
}

/** Opens the database and puts the platform together; whoever calls closes `db`. */
export async function buildPlatform(parts: PlatformParts): Promise<Platform> {
  const { config, log, clock, ids, fetch, openSocket, onDeath } = parts
  const metrics = new Registry()
  const db = await openDatabase({ config, clock, ids, log, onDeath })
  return {
    config,
    clock,
    ids,
    log,
    db,
    fetch,
    openSocket,
    metrics,
    createLoop: createLoopFactory({ clock, ids, log, metrics }),
  }
}
