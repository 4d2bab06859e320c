import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildLastRelease, whyNoLastRelease } from '../../../../tools/src/release/build-last-release.ts'
import { behindBalancer } from './testing/load.ts'
import { onPostgresSites } from './testing/postgres-site.ts'
import { longWait, type Program, untilKnown } from './testing/programs.ts'

// The last release and this one side by side on one PostgreSQL, while people change their settings and look at the list,
// and are told what happens.

const whyNot = whyNoLastRelease()
const roles = 'watch,web,notify'

let last: string
beforeAll(() => {
  if (whyNot === null) last = buildLastRelease()
})

const migrationsOf = (folder: string) => pathToFileURL(`${folder}/migrations/`)

const { balancer, openKeepers } = behindBalancer()

onPostgresSites(
  (siteOf) => {
    test('B242, B243: it is replaced by this one process by process, gone back to, and replaced again: nothing lost, nothing twice, nothing refused', async () => {
      const site = siteOf()
      const gate = await site.gate()
      const start = (release?: string) => site.start(roles, gate, release)
      let running = [await start(last), await start(last)]
      balancer().leadTo(running)
      await untilKnown(running)
      const keepers = await openKeepers(site, { release: last })

      /** Puts another in its place while a missed block is found out and told. */
      async function replace(place: number, release?: string): Promise<void> {
        const old = running[place] as Program
        const next = await start(release)
        balancer().leadTo([...running, next])
        running = running.with(place, next)
        site.site.miss(0)
        old.process.child.kill('SIGTERM')
        expect(await old.process.ended).toEqual({ code: 0, signal: null })
        balancer().leadTo(running)
        await site.untilFound()
        await Promise.all(keepers.map((one) => one.untilChanged()))
      }

      site.site.miss(0)
      await site.untilFound()
      expect(await site.command(['migrate'])).toContain('up to date')
      site.site.miss(0)
      await site.untilFound()
      await Promise.all(keepers.map((one) => one.untilChanged()))
      for (const release of [undefined, last, undefined])
        for (const place of [0, 1]) await replace(place, release)

      for (const one of keepers) await one.rest()
      await site.expectToldOnce()
      const gaps = await site.withDatabase((db) =>
        db.orm.execute(sql`select 1 from watch_event where kind = 'gap'`),
      )
      expect(gaps.rows).toEqual([])

      // Nothing follows the chain any more, so that the page and the list can be compared.
      const web = await site.start('web', gate)
      balancer().leadTo([web])
      for (const one of running) {
        one.process.child.kill('SIGTERM')
        await one.process.ended
      }
      for (const one of keepers) {
        await vi.waitFor(() => one.expectUpToDate(), longWait)
        expect(one.streams()).toBeGreaterThan(1)
      }
    })
  },
  { whyNot, migrations: () => migrationsOf(last) },
)
