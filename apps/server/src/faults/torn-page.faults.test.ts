import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../testing/server-process.ts'
import { copyEmbeddedTemplate, openEmbedded } from '../testing/test-database.ts'

const page = 8_192

test('B240: a page that was written in half since the last checkpoint is made whole from the log; another one is refused, not shown', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'roundsman-torn-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  await copyEmbeddedTemplate(dir)
  const db = await openEmbedded(dir)
  await db.orm.execute(sql`create table batch (number int not null, part int not null)`)
  await db.orm.execute(sql`insert into batch select 0, part from generate_series(1, 1000) part`)
  await db.checkpoint()
  const { rows } = await db.orm.execute<{ file: string; pages: number }>(
    sql`select pg_relation_filepath('batch') as file, (pg_relation_size('batch') / ${page})::int as pages`,
  )
  await db.close()
  const { file = '', pages = 0 } = rows[0] ?? {}
  const writer = startProcess('testing/write-until-killed.child.ts', [dir], {})
  await writer.said(/acknowledged 3\n/)
  writer.child.kill('SIGKILL')
  await writer.ended
  const last = Number([...writer.out().matchAll(/acknowledged (\d+)\n/g)].at(-1)?.[1])
  tear(join(dir, 'database', file), pages - 1)

  const whole = await openEmbedded(dir)
  const { rows: kept } = await whole.orm.execute<{ number: number; parts: number }>(
    sql`select number, count(*)::int as parts from batch group by 1 order by 1`,
  )
  // The one after the last acknowledged may be there, too.
  const batches = Array.from({ length: kept.length - 1 }, (_, index) => ({ number: index + 1, parts: 50 }))
  expect(kept).toEqual([{ number: 0, parts: 1000 }, ...batches])
  expect(kept.length - 1).toBeGreaterThanOrEqual(last)
  await whole.close()

  tear(join(dir, 'database', file), 0)
  const torn = await openEmbedded(dir)
  const read = torn.orm.execute(sql`select count(*) from batch`)
  await expect(read).rejects.toMatchObject({
    cause: { message: expect.stringContaining('invalid page in block 0') },
  })
  await torn.close()
})

/** Leaves the first half of a page and takes the other one away, as a power cut does while it is written. */
function tear(file: string, at: number): void {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(page / 2), 0, page / 2, at * page + page / 2)
  closeSync(opened)
}
