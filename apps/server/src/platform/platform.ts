import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { CreateLoop } from './create-loop.ts'
import type { Database } from './db/database.ts'
import type { Ids } from './ids.ts'
import type { OpenSocket } from './web-socket-client.ts'

/** All that a module gets of the world. Built once by the application; tests hand in their own parts. */
export interface Platform {
  config: Config
  clock: Clock
  ids: Ids
  log: Logger
  db: Database
  /** The only ways out to the network: requests, and sockets that are listened at. */
  fetch: typeof globalThis.fetch
  openSocket: OpenSocket
  /** Metrics of the modules are registered here and shown at `/metrics`. */
  metrics: Registry
  createLoop: CreateLoop
}
