import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { chownTree, unprivilegedUser } from '../../../../tools/src/engines/owner.ts'
import { onPostgresSites } from './testing/postgres-site.ts'
import { longWait, type Program, untilKnown } from './testing/programs.ts'
import { makeSmallDisk, type SmallDisk, whyNoSmallDisk } from './testing/small-disk.ts'

// A PostgreSQL of the test's own whose alerts and messages lie on a disk that the test fills.

let disk: SmallDisk | null = null
afterEach(() => {
  disk?.remove()
  disk = null
})

const health = async ({ address }: Program) => (await fetch(`${address}/api/health/`)).text()

onPostgresSites(
  (siteOf) => {
    test('B269: while the disk of a PostgreSQL is full health says so; once there is room it goes on: nothing is lost, nobody is told twice', async () => {
      const site = siteOf()
      const small = makeSmallDisk(32)
      disk = small
      const folder = join(small.path, 'tables')
      mkdirSync(folder)
      // PostgreSQL is another user.
      chmodSync(dirname(small.path), 0o711)
      const owner = unprivilegedUser()
      if (owner) chownTree(folder, owner)
      await site.withDatabase(async (db) => {
        await db.orm.execute(sql.raw(`CREATE TABLESPACE small LOCATION '${folder}'`))
        for (const table of ['alert', 'alert_recipient', 'delivery'])
          await db.orm.execute(sql.raw(`ALTER TABLE ${table} SET TABLESPACE small`))
      })
      const program = await site.start('watch,notify', await site.gate())
      await untilKnown([program])
      await site.missAndTell()
      small.fill()
      // Until the pages that there are have no room for another row.
      await vi.waitFor(async () => {
        if (site.site.chain.height() > site.site.over()) site.site.miss(0)
        expect(await health(program)).toContain('the database refuses what is to be stored: its disk is full')
      }, longWait)
      await vi.waitFor(() => expect(site.site.chain.height()).toBeGreaterThan(site.site.over()), longWait)
      small.makeRoom()
      await vi.waitFor(async () => expect(await health(program)).toContain('"ok"'), longWait)
      await site.missAndTell()
      await site.expectToldOnce()
      expect(program.process.out().match(/the database refuses what is to be stored/g)).toHaveLength(1)
    })
  },
  { whyNot: whyNoSmallDisk() },
)
