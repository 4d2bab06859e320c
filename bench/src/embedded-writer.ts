import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openEmbeddedDatabase } from '../../apps/server/src/platform/db/embedded/embedded-database.ts'
import { systemIds } from '../../apps/server/src/platform/ids.ts'
import { reportLoopDelay, table } from './loop-delay.ts'

// The server's own embedded database, engine in its thread, under load. Usage: tsx bench/src/embedded-writer.ts <data directory> <seconds>
const [dataDir, seconds] = process.argv.slice(2)
if (dataDir === undefined || seconds === undefined)
  throw new Error('usage: embedded-writer.ts <data directory> <seconds>')

const db = await openEmbeddedDatabase({ dataDir, clock: systemClock, ids: systemIds })
await db.orm.execute(table)
await reportLoopDelay(Number(seconds), (statement) => db.transaction((tx) => tx.execute(statement)))
await db.close()
