import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'

/** One commit must make one fsync, or a power cut could take what was acknowledged: then better not to start. */
export async function proveDurable(
  database: Pick<Database, 'orm' | 'close'>,
  engine: Pick<EmbeddedEngine, 'syncs'>,
): Promise<void> {
  const before = await engine.syncs()
  // A record of the log that nothing reads: a commit with content, and no table touched.
  await database.orm.execute("select pg_logical_emit_message(true, 'roundsman', 'start')")
  if ((await engine.syncs()) > before) return
  await database.close()
  throw new StartError(
    'The embedded database does not write its commits to the disk (no fsync was counted). It must not be used; set DATABASE_URL to a PostgreSQL instead.',
  )
}
