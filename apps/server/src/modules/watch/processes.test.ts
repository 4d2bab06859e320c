import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type ServerProcess, startProcess } from '../../testing/server-process.ts'
import {
  copyEmbeddedTemplate,
  createTestDatabase,
  openEmbedded,
  type TestDatabase,
  testDatabaseUrl,
} from '../../testing/test-database.ts'
import { codeAt, letterOf } from './model/letter-ring.ts'
import { type LiveNetwork, startLiveNetwork } from './testing/live-network.ts'

// Programs of their own, ended by kill -9 at moments that nobody chose: one on the embedded engine, which has one owner at
// a time, or several on one PostgreSQL.

let network: LiveNetwork
let dir: string
let running: ServerProcess[]

beforeEach(async () => {
  running = []
  dir = mkdtempSync(join(tmpdir(), 'roundsman-watch-'))
  network = await startLiveNetwork()
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(network.catalogue))
})
afterEach(async () => {
  for (const one of running) one.child.kill('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  await network.close()
  rmSync(dir, { recursive: true, force: true })
})

interface Program {
  address: string
  /** Asks it to end, as an operator does. */
  stop(): Promise<void>
  kill(): Promise<void>
}

async function start(environment: Record<string, string>): Promise<Program> {
  const program = startProcess('main.ts', [], {
    ROUNDSMAN_PORT: '0',
    ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
    ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least',
    ...environment,
  })
  running.push(program)
  const [, address = ''] = await program.said(/"address":"([^"]+)"/)
  return {
    address,
    async stop() {
      program.child.kill('SIGTERM')
      expect(await program.ended).toEqual({ code: 0, signal: null })
    },
    async kill() {
      program.child.kill('SIGKILL')
      await program.ended
    },
  }
}

const metricsOf = (program: Program) => fetch(`${program.address}/metrics`).then((answer) => answer.text())

/** Heights that a program has committed since it began. */
async function committed(program: Program): Promise<number> {
  const text = await metricsOf(program)
  return Number(/roundsman_watch_heights_total\{network="9"\} (\d+)/.exec(text)?.[1] ?? 0)
}

/**
 * Waits until a state is committed, and gives a height that is not below it: what changes after that is reported. Letters do
 * not wait for a state, so on a slow machine many heights may be committed before the first one.
 */
async function firstState(program: Program): Promise<number> {
  const said = /roundsman_network_assurance\{network="9",of="state",/
  while (!said.test(await metricsOf(program))) await systemClock.sleep(50)
  return network.chain.height()
}

/**
 * Waits until a program has committed so many heights. It is asked from time to time because it notifies nobody when it
 * commits, and a wait for its requests to the chain would always kill it at the same point of its work.
 */
async function reached(program: Program, heights: number): Promise<void> {
  while ((await committed(program)) < heights) await systemClock.sleep(50)
}

/** Every height once, every letter as the chain has it, every event since height `known` once. */
async function checkAll(db: Database, known: number): Promise<number> {
  const roster = network.chain.view().chain.roster.map((entry) => entry.consensusHex)
  const { rows: validators } = await db.orm.execute<{ slot: number; consensus: string }>(
    sql`select slot, consensus_address as consensus from watch_validator`,
  )
  const slots = roster.map((address) => validators.find(({ consensus }) => consensus === address)?.slot ?? -1)
  expect(new Set(slots).size).toBe(6)
  const { rows: blocks } = await db.orm.execute<{ height: number; letters: Uint8Array }>(
    sql`select height::int as height, letters from watch_block order by height`,
  )
  const first = blocks[0]?.height ?? 0
  expect(blocks.map(({ height }) => height)).toEqual(blocks.map((_, index) => first + index))
  for (const { height, letters } of blocks) {
    const missed = slots.flatMap((slot, index) => (letterOf(codeAt(letters, slot)) === 'm' ? [index] : []))
    expect([height, missed]).toEqual([height, [network.misserOf(height)].filter((one) => one !== null)])
  }
  const { rows: events } = await db.orm.execute<{ kind: string; after: string }>(
    sql`select kind, after from watch_event order by id`,
  )
  const { rows: networks } = await db.orm.execute<{ state: number }>(
    sql`select state_height::int as state from watch_network`,
  )
  const stateHeight = networks[0]?.state ?? 0
  const expected = [
    { at: 90, kind: 'commission_changed', after: '0.210000000000000000' },
    { at: 130, kind: 'moniker_changed', after: 'Renamed' },
    { at: 170, kind: 'commission_changed', after: '0.220000000000000000' },
  ]
  for (const { at, ...event } of expected) {
    const reported = events.filter(({ kind, after }) => kind === event.kind && after === event.after)
    expect(reported.length).toBeLessThanOrEqual(1)
    if (known < at && at <= stateHeight) expect(reported).toHaveLength(1)
    if (at > stateHeight) expect(reported).toHaveLength(0)
  }
  expect(events.every(({ kind }) => expected.some((one) => one.kind === kind))).toBe(true)
  return blocks.length
}

if (testDatabaseUrl === null) {
  describe('kill -9', () => {
    test('W52: whenever it is killed, every height is there once, no letter is lost, and events are reported once', async () => {
      await copyEmbeddedTemplate(dir)
      let heights = 0
      let known = 0
      for (const wanted of [20, 3, 1, 8]) {
        const program = await start({ ROUNDSMAN_DATA_DIR: dir })
        await reached(program, wanted)
        if (known === 0) known = await firstState(program)
        await program.kill()
        heights += wanted
      }
      const db = await openEmbedded(dir)
      try {
        expect(await checkAll(db, known)).toBeGreaterThanOrEqual(heights)
      } finally {
        await db.close()
      }
    }, 240_000)
  })
} else {
  describe('web and watch on one PostgreSQL', () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await createTestDatabase()
    })
    afterEach(() => database.drop())
    const play = (roles: string, name: string) =>
      start({
        ROUNDSMAN_DATA_DIR: join(dir, name),
        DATABASE_URL: database.url ?? '',
        ROUNDSMAN_ROLES: roles,
      })

    /** Has the database write down when the network is given to whom, by its own clock. */
    const noteTakeovers = () =>
      database.db.orm.execute(sql`
        create table takeover (fence bigint, at timestamptz);
        create function note_takeover() returns trigger language plpgsql as $$ begin
          insert into takeover values (new.fence, clock_timestamp());
          return new;
        end $$;
        create trigger note_takeover after update of fence on lease
          for each row when (new.name = 'watch/9' and new.fence <> old.fence) execute function note_takeover()`)

    /** Ms between `since`, of the database's clock, and the first takeover; waits for it. */
    async function takenAfter(since: string): Promise<number> {
      for (;;) {
        const { rows } = await database.db.orm.execute<{ ms: number }>(
          sql`select (extract(epoch from at - ${since}::timestamptz) * 1000)::float8 as ms from takeover order by at`,
        )
        if (rows[0]) return rows[0].ms
        await systemClock.sleep(50)
      }
    }

    /** Leaves the active watcher with a request that is not answered. */
    async function hang(): Promise<void> {
      const asked = () => network.simnet.requests(9, 'a') + network.simnet.requests(9, 'b')
      const before = asked()
      for (const name of ['a', 'b']) network.simnet.setFaults(9, name, [{ kind: 'timeout' }])
      while (asked() === before) await systemClock.sleep(10)
    }

    test('W53: a watcher stops and is replaced within two seconds, the next is killed and is within the lease; the pages go on', async () => {
      const [web, ...watchers] = await Promise.all([
        play('web', 'web'),
        ...['one', 'two', 'three'].map((name) => play('watch', name)),
      ])
      /** Who has begun to commit; all others have not. */
      async function active(): Promise<Program> {
        const counts = await Promise.all(watchers.map(committed))
        expect(counts.filter((count) => count > 0)).toHaveLength(1)
        const [program] = watchers.splice(
          counts.findIndex((count) => count > 0),
          1,
        )
        if (program === undefined) throw new Error('nobody commits')
        return program
      }
      await Promise.race(watchers.map((one) => reached(one, 10)))
      const known = await firstState(web)
      const stopped = await active()
      await noteTakeovers()
      await hang()
      const { rows } = await database.db.orm.execute<{ now: string }>(
        sql`select clock_timestamp()::text as now`,
      )
      await stopped.stop()
      expect(await takenAfter(rows[0]?.now ?? '')).toBeLessThanOrEqual(2_000)
      for (const name of ['a', 'b']) network.simnet.setFaults(9, name, [])
      await Promise.race(watchers.map((one) => reached(one, 5)))
      await (await active()).kill()
      await Promise.all(watchers.map((one) => reached(one, 5)))
      // The process that serves pages has the heights of the new watcher in its memory.
      const power = await metricsOf(web)
      expect(power).toMatch(/cosmos_validator_voting_power\{network="Test"/)
      await checkAll(database.db, known)
    }, 240_000)
  })
}
