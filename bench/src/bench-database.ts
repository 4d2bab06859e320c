import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Database } from '../../apps/server/src/platform/db/database.ts'
import { openEmbeddedDatabase } from '../../apps/server/src/platform/db/embedded/embedded-database.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/db/migrate.ts'
import { assetUrl } from '../../apps/server/src/platform/entry-url.ts'
import { systemIds } from '../../apps/server/src/platform/ids.ts'

/** An empty embedded database on the disk, as the product opens it. */
export async function openBenchDatabase(): Promise<{
  db: Database
  dataDir: string
  remove(): Promise<void>
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'roundsman-bench-'))
  const db = await openEmbeddedDatabase({ dataDir, clock: systemClock, ids: systemIds })
  await migrate(db, readMigrations(assetUrl('migrations')))
  return {
    db,
    dataDir,
    async remove() {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
