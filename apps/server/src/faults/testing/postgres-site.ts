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
import { createProgramSession } from '../../testing/program-session.ts'
import { startProcess } from '../../testing/server-process.ts'
import {
  type PrivatePostgres,
  type Replica,
  startPrivatePostgres,
  whyNoPrivatePostgres,
} from './private-postgres.ts'
import { committed, longWait, type Program, secret, startServer, untilKnown } from './programs.ts'
import { openTcpGate, type TcpGate } from './tcp-gate.ts'

/** Programs of a site on a PostgreSQL of their own, which they reach through gates that the test owns. */
export interface PostgresSite {
  site: AlertSite
  postgres: PrivatePostgres
  gate(): Promise<TcpGate>
  /** A copy of the database that has what is acknowledged, as PostgreSQL does on request. */
  synchronousReplica(): Promise<Replica>
  /** A program with these roles whose database is behind the gate; of another release by the folder of its programs. */
  start(roles: string, gate: TcpGate, release?: string): Promise<Program>
  /** Runs a command of `roundsman` to its end; gives what it said. */
  command(args: readonly string[], release?: string): Promise<string>
  /** Somebody who can sign in; gives a session of theirs with a program. */
  signIn(program: Program): Promise<ReturnType<typeof createProgramSession>>
  /** Blocks are missed; waits until some readers are told: then others are about to be. */
  whileTelling(): Promise<void>
  /** One block is missed, and everybody is told of it. */
  missAndTell(): Promise<void>
  /** Waits until the last missed block was found out. */
  untilFound(port?: number): Promise<void>
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

interface Asked {
  /** What stands in the way of the tests beside a PostgreSQL. */
  whyNot?: string | null
  /** Of the program that made the database. */
  migrations?: () => URL
}

/** Tests of which each has a site of its own, where that can be had. */
export function onPostgresSites(define: (site: () => PostgresSite) => void, asked: Asked = {}): void {
  const whyNot = whyNoPrivatePostgres() ?? asked.whyNot ?? null
  const unless = whyNot === null ? '' : ` (not run: ${whyNot})`
  describe.skipIf(whyNot !== null)(`on a PostgreSQL of its own${unless}`, () => {
    let site: PostgresSite | null = null
    beforeEach(async () => {
      site = await openPostgresSite(asked.migrations?.() ?? assetUrl('migrations'))
    })
    afterEach(() => site?.close())
    define(() => {
      if (site === null) throw new Error('No test runs.')
      return site
    })
  })
}

async function openPostgresSite(migrations: URL): Promise<PostgresSite> {
  const postgres = await startPrivatePostgres()
  const site = await openAlertSite()
  const gates: TcpGate[] = []
  const programs: Program[] = []
  let folders = 0

  async function withDatabase<T>(work: (db: Database) => Promise<T>, port = postgres.port): Promise<T> {
    const parts = { log: pino({ enabled: false }), clock: systemClock, ids: systemIds, maxConnections: 1 }
    const db = await openServerDatabase({ url: urlOf(port), ...parts })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  const environment = () => ({
    ...site.environment,
    ROUNDSMAN_DATA_DIR: join(site.dir, String((folders += 1))),
  })

  await withDatabase(async (db) => {
    await migrate(db, readMigrations(migrations))
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
    async synchronousReplica() {
      const replica = await postgres.replica()
      await withDatabase(async (db) => {
        await db.orm.execute(sql`alter system set synchronous_standby_names = '*'`)
        await db.orm.execute(sql`select pg_reload_conf()`)
        await vi.waitFor(async () => {
          const { rows } = await db.orm.execute(sql`select sync_state from pg_stat_replication`)
          expect(rows).toEqual([{ sync_state: 'sync' }])
        }, longWait)
      })
      return replica
    },
    async start(roles, gate, release) {
      const own = { ROUNDSMAN_ROLES: roles, DATABASE_URL: urlOf(gate.port) }
      const program = await startServer({ ...environment(), ...own }, release)
      programs.push(program)
      return program
    },
    async command(args, release) {
      const own = { ...secret, DATABASE_URL: urlOf(postgres.port) }
      const program = startProcess('cli.ts', args, { ...environment(), ...own }, release)
      const { code } = await program.ended
      if (code !== 0) throw new Error(`${args.join(' ')} failed: ${program.out()}${program.err()}`)
      return program.out()
    },
    async signIn(program) {
      const email = `reader-${systemIds.token(6)}@example.org`.toLowerCase()
      const made = startProcess('cli.ts', ['user', 'create', email], {
        ...{ ...environment(), ...secret, DATABASE_URL: urlOf(postgres.port) },
      })
      const [, password = ''] = await made.said(/Password: (\S+)/)
      await made.ended
      const session = createProgramSession(() => program.address)
      await session.call('GET', '/api/networks/')
      expect((await session.call('POST', '/api/users/login/', { email, password })).status).toBe(200)
      return session
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
    untilFound: (port) =>
      withDatabase(
        (db) =>
          vi.waitFor(async () => {
            const { rows } = await db.orm.execute<{ height: number }>(sql`select height::int from alert`)
            expect(rows.map(({ height }) => height)).toContain(site.missed.at(-1))
          }, longWait),
        port,
      ),
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
