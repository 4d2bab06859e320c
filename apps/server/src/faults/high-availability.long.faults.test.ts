import { writeFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { behindBalancer } from './testing/load.ts'
import { onPostgresSites, type PostgresSite } from './testing/postgres-site.ts'
import { longWait, type Program, untilKnown } from './testing/programs.ts'

// Two processes of each role on a PostgreSQL with a replica, while people change their settings and look at the list. One
// of each is killed, and the primary, while a block is missed. `FIGURES=<file>` keeps what that
// costs: docs/scaling.md.

const { balancer, openKeepers } = behindBalancer()

/** What one fault costs, ms. */
interface Cost {
  fault: string
  /** The longest time without another stored block, from the fault until the missed block is over. */
  unfollowed: number
  /** From the moment at which a missed block could be known to the last of ten SMS about it. */
  told: number
  /** How long a person waited at most until a request was answered, repeated or not. */
  waited: number
}

/** Nobody was sent anything for so long that the next message to anybody goes at once (D40). */
async function untilNothingIsBundled(site: PostgresSite, port?: number): Promise<void> {
  await site.withDatabase(
    (db) =>
      vi.waitFor(async () => {
        const { rows } = await db.orm.execute(sql`
          select coalesce(max(updated_at) < now() - interval '16 s', true) as quiet from delivery`)
        expect(rows).toEqual([{ quiet: true }])
      }, longWait),
    port,
  )
}

onPostgresSites((siteOf) => {
  test('B245: whichever of two of each role dies, and the primary: nothing is lost, nobody is told twice, and the other one goes on', async () => {
    const site = siteOf()
    const { chain, twilio, missed } = site.site
    const replica = await site.synchronousReplica()
    const gate = await site.gate()
    const pair = async (role: string): Promise<[Program, Program]> => [
      await site.start(role, gate),
      await site.start(role, gate),
    ]
    const [web, watch, notify] = [await pair('web'), await pair('watch'), await pair('notify')]
    balancer().leadTo(web)
    await untilKnown(watch)
    const keepers = await openKeepers(site, { triesUntilAnswered: true })
    const costs: Cost[] = []
    let port = site.postgres.port

    const newest = () =>
      site.withDatabase(async (db) => {
        const { rows } = await db.orm.execute<{ height: number }>(
          sql`select max(height)::int as height from watch_block`,
        )
        return rows[0]?.height ?? 0
      }, port)

    async function measure(fault: string, happen: () => Promise<void>): Promise<void> {
      await untilNothingIsBundled(site, port)
      const told = twilio.taken.length + 10
      site.site.miss(0)
      const at = missed.at(-1) ?? 0
      const known = vi
        .waitFor(() => expect(chain.height()).toBeGreaterThan(at), { ...longWait, interval: 10 })
        .then(() => systemClock.monotonic())
      const all = twilio.waitFor(told).then(() => systemClock.monotonic())
      for (const one of keepers) one.longestWait()
      const pause = { stored: await newest(), since: systemClock.monotonic() }
      await happen()
      const unfollowed = await longestPause(pause, at)
      await Promise.all(keepers.map((one) => one.untilChanged()))
      const waited = Math.max(...keepers.map((one) => one.longestWait()))
      costs.push({ fault, unfollowed, told: (await all) - (await known), waited })
    }

    /** The longest time in which no block is stored, until the one after a height is. */
    async function longestPause(from: { stored: number; since: number }, until: number): Promise<number> {
      let [{ stored, since }, longest] = [from, 0]
      await vi.waitFor(
        async () => {
          const now = await newest()
          if (now > stored) {
            longest = Math.max(longest, systemClock.monotonic() - since)
            stored = now
            since = systemClock.monotonic()
          }
          expect(now).toBeGreaterThan(until + 1)
        },
        { ...longWait, interval: 20 },
      )
      return longest
    }

    /** Kills one of a role and, once that is measured, starts another in its place. */
    async function killOne(role: string, [one, other]: readonly Program[]): Promise<void> {
      await measure(`${role} killed`, () => one?.kill() ?? Promise.resolve())
      const next = await site.start(role, gate)
      if (role === 'web' && other) balancer().leadTo([other, next])
    }

    // What a process does for the first time takes longer.
    await site.missAndTell()
    await measure('nothing', () => Promise.resolve())
    await killOne('watch', await site.activeFirst(...watch))
    await killOne('notify', notify)
    await killOne('web', web)
    await measure('primary killed, replica promoted at once', async () => {
      await site.postgres.kill()
      await replica.promote()
      gate.leadTo(replica.port)
      port = replica.port
    })

    for (const one of keepers) await one.rest()
    await site.expectToldOnce(port)
    const file = process.env['FIGURES']
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`)
  })
})
