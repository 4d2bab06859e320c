import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Ids } from '../ids.ts'
import type { Database } from './database.ts'
import { openEmbeddedDatabase } from './embedded/embedded-database.ts'
import { openServerDatabase } from './server-database.ts'

interface OpenDatabaseOptions {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  clock: Clock
  ids: Ids
  log: Logger
  /** Called when the embedded engine ended by itself and cannot be opened again. */
  onDeath: (error: Error) => void
}

/** The database that the configuration names; a `StartError` where it cannot be used. */
export function openDatabase({ config, clock, ids, log, onDeath }: OpenDatabaseOptions): Promise<Database> {
  return config.databaseUrl === null
    ? openEmbeddedDatabase({
        dataDir: config.dataDir,
        clock,
        ids,
        onDeath,
        onRestart: (error) =>
          log.error(
            { reason: error.message },
            'the embedded database exited unexpectedly and is being reopened',
          ),
      })
    : openServerDatabase({ url: config.databaseUrl, clock, ids, log })
}
