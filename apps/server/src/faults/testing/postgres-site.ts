import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { openServerDatabase } from '../../platform/db/server-database.ts'
import { assetUrl } from '../../platform/entry-url.ts'
import { systemIds } from '../../platform/ids.ts'
import { type AlertSite, openAlertSite } from '../../testing/alert-site.ts'
import { type PrivatePostgres, startPrivatePostgres, whyNoPrivatePostgres } from './private-postgres.ts'
import { committed, longWait, type Program, startServer, untilKnown } from './programs.ts'
import { openTcpGate, type TcpGate } from './tcp-gate.ts'

/** Programs of a site on a PostgreSQL of their own, which they reach through gates that the test owns. */
export interface PostgresSite {
  site: AlertSite
  postgres: PrivatePostgres
  gate(): Promise<TcpGate>
  /** A program with these roles whose database is behind the gate. */
  start(roles: string, gate: TcpGate): Promise<Program>
  /** Blocks are missed; waits until some readers are told: then others are about to be. */
  whileTelling(): Promise<void>
  /** One block is missed, and everybody is told of it. */
  missAndTell(): Promise<void>
  /** How often the network was given to a watcher. */
  fence(): Promise<number>
  /** Waits until one of two watchers follows the network; gives that one first. */
  activeFirst(one: Program, two: Program): Promise<[Program, Program]>
  /** Waits until the last missed block is over and nothing that was to be told waits; all of it was told once. */
  expectToldOnce(port?: number): Promise<void>
  /** Reads or writes past the gates. */
  withDatabase<T>(work: (db: Database) => Promise<T>, port?: number): Promise<T>
  close(): Promise<void>
}

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

const whyNot = whyNoPrivatePostgres()
const unless = whyNot === null ? '' : ` (not run: ${whyNot})`

/** Tests of which each has a site of its own, where that can be had. */
export function onPostgresSites(define: (site: () => PostgresSite) => void): void {
  describe.skipIf(whyNot !== null)(`on a PostgreSQL of its own${unless}`, () => {
    let site: PostgresSite | null = null
    beforeEach(async () => {
      site = await openPostgresSite()
    })
    afterEach(() => site?.close())
    define(() => {
      if (site === null) throw new Error('No test runs.')
      return site
    })
  })
}

async function openPostgresSite(): Promise<PostgresSite> {
  const postgres = await startPrivatePostgres()
  const site = await openAlertSite()
  const gates: TcpGate[] = []
  const programs: Program[] = []
  let started = 0

  async function withDatabase<T>(work: (db: Database) => Promise<T>, port = postgres.port): Promise<T> {
    const parts = { log: pino({ enabled: false }), clock: systemClock, ids: systemIds, maxConnections: 1 }
    const db = await openServerDatabase({ url: urlOf(port), ...parts })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  await withDatabase(async (db) => {
    await migrate(db, readMigrations(assetUrl('migrations')))
    await site.addReaders(db)
  })
  return {
    site,
    postgres,
    withDatabase,
    async gate() {
      const gate = await openTcpGate(postgres.port)
      gates.push(gate)
      return gate
    },
    async start(roles, gate) {
      started += 1
      const program = await startServer({
        ...site.environment,
        ROUNDSMAN_DATA_DIR: join(site.dir, String(started)),
        ROUNDSMAN_ROLES: roles,
        DATABASE_URL: urlOf(gate.port),
      })
      programs.push(program)
      return program
    },
    async whileTelling() {
      const before = site.twilio.taken.length
      for (let ahead = 0; ahead < 3; ahead += 1) site.miss(ahead)
      await site.twilio.waitFor(before + 3)
    },
    async missAndTell() {
      const before = site.twilio.taken.length
      site.miss(0)
      await site.twilio.waitFor(before + 10)
    },
    fence: () =>
      withDatabase(async (db) => {
        const { rows } = await db.orm.execute<{ fence: number }>(
          sql`select fence::int as fence from lease where name = 'watch/9'`,
        )
        return rows[0]?.fence ?? 0
      }),
    async activeFirst(one, two) {
      await untilKnown([one, two])
      return (await committed(one)) > 0 ? [one, two] : [two, one]
    },
    expectToldOnce: (port) =>
      withDatabase(async (db) => {
        await vi.waitFor(async () => {
          const { rows } = await db.orm.execute(sql`
            select (select max(height) from watch_block)::int >= ${site.over()} as followed,
                   (select count(*) from delivery where state in ('QUEUED', 'SENDING'))::int as waiting`)
          expect(rows).toEqual([{ followed: true, waiting: 0 }])
        }, longWait)
        await site.expectToldOnce(db)
      }, port),
    async close() {
      await Promise.all(programs.map((one) => one.kill()))
      await Promise.all(gates.map((gate) => gate.close()))
      await postgres.remove()
      await site.close()
    },
  }
}
