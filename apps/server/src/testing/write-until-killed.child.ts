import { sql } from 'drizzle-orm'
import { systemClock } from '../platform/clock.ts'
import { openEmbeddedDatabase } from '../platform/db/embedded/embedded-database.ts'
import { systemIds } from '../platform/ids.ts'

// Writes batches into an embedded database and says each number once its commit was acknowledged.
const dataDir = process.argv[2] ?? ''
const db = await openEmbeddedDatabase({ dataDir, clock: systemClock, ids: systemIds })
await db.orm.execute(sql`create table if not exists batch (number int not null, part int not null)`)
const { rows } = await db.orm.execute<{ next: number }>(
  sql`select coalesce(max(number), 0)::int + 1 as next from batch`,
)
for (let number = rows[0]?.next ?? 1; ; number++) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into batch select ${number}::int, part from generate_series(1, 50) part`)
  })
  process.stdout.write(`acknowledged ${number}\n`)
}
