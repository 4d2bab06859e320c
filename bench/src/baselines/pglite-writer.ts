import { PGlite } from '@electric-sql/pglite'
import { reportLoopDelay, table } from '../loop-delay.ts'

// PGlite as its manual shows it: in the main thread, with its defaults. Usage: tsx bench/src/baselines/pglite-writer.ts <directory> <seconds>
const [directory, seconds] = process.argv.slice(2)
if (directory === undefined || seconds === undefined)
  throw new Error('usage: pglite-writer.ts <directory> <seconds>')

const db = await PGlite.create(directory)
await db.exec(table)
await reportLoopDelay(Number(seconds), (statement) => db.transaction((tx) => tx.query(statement)))
await db.close()
