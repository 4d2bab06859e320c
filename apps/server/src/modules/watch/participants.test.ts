import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { ChainChange, Participant } from './recording/chain-change.ts'
import { createSimRig, type SimRig } from './testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
let changes: ChainChange[]
/** Those that it was notified of as committed, by their newest height. */
let committed: (number | null)[]
/** Throws once, when it is asked to take in this height. */
let failsAt: number | null

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.orm.execute(sql`create table seen_height (height bigint primary key)`)
})
beforeEach(async () => {
  changes = []
  committed = []
  failsAt = null
  await database.db.orm.execute(sql`truncate seen_height`)
})
afterEach(() => rig.close())
afterAll(() => database.drop())

/** Writes down every height it is shown, like a module that decides about each. */
const recorder: Participant = {
  name: 'recorder',
  async commit(tx, change) {
    changes.push(change)
    for (const { height } of change.heights)
      await tx.execute(sql`insert into seen_height (height) values (${height})`)
  },
  committed: ({ present }) => void committed.push(present.height),
}
const fragile: Participant = {
  name: 'fragile',
  commit(_tx, { heights }) {
    if (!heights.some(({ height }) => height === failsAt)) return Promise.resolve()
    failsAt = null
    return Promise.reject(new Error('not this one'))
  },
}
const heightsIn = async (table: string) => {
  const { rows } = await database.db.orm.execute<{ height: string }>(
    sql`select height from ${sql.identifier(table)} order by height`,
  )
  return rows.map(({ height }) => Number(height))
}
const upTo = (height: number) => Array.from({ length: height }, (_unused, index) => index + 1)

test('W59: each height is shown with the values of that height, also where one transaction brings many', async () => {
  rig = await createSimRig({
    database,
    participants: [recorder],
    script: [{ at: 32, what: 'absent', validator: 3, blocks: 4 }],
  })
  await rig.to(31)
  changes = []
  await rig.clock.advance(9_000)
  await rig.poll()
  expect(changes).toHaveLength(1)
  const address = rig.chain.view().chain.roster[3]?.consensusHex
  const row = (await rig.view()).validators().find((one) => one.consensus_address === address)
  const slot = changes[0]?.present.values().findIndex((one) => one?.id === row?.id) ?? -1
  const values = (changes[0]?.heights ?? []).map((one) => ({ height: one.height, ...one.values()[slot] }))
  const reported = values.map(({ height, letter, consecutiveMissed }) => [
    height,
    letter === 'm',
    consecutiveMissed,
  ])
  expect(reported.slice(0, 7)).toEqual([
    [31, false, 0],
    [32, true, 1],
    [33, true, 2],
    [34, true, 3],
    [35, true, 4],
    [36, false, 0],
    [37, false, 0],
  ])
  expect(values.slice(0, 5).map(({ uptime }) => Math.round((uptime ?? -1) * 10))).toEqual([10, 9, 8, 7, 6])
  expect(values[4]?.secondsToJail).toBe(2)
  // What is shown last is what the page shows.
  const present = changes[0]?.present.values()[slot]
  expect(present).toMatchObject({ id: row?.id, uptime: row?.uptime, missedBlocks: row?.missed_blocks })
  expect(changes[0]).toMatchObject({ observed: true, networkId: 9, epoch: 1, gap: null })
})

test('W59: a jailing is shown with the row before and after, its event and how it is known', async () => {
  rig = await createSimRig({
    database,
    participants: [recorder],
    script: [{ at: 25, what: 'jail', validator: 2 }],
  })
  await rig.to(60)
  const jailing = changes.find(({ events }) => events.some(({ kind }) => kind === 'jailed'))
  const event = jailing?.events.find(({ kind }) => kind === 'jailed')
  const record = jailing?.records.find(({ after }) => after.slot === event?.slot)
  expect(record?.before).toMatchObject({ jailed: false })
  expect(record?.after).toMatchObject({ jailed: true, id: event?.validatorId })
  expect(jailing?.present.values()[event?.slot ?? -1]).toMatchObject({
    jailed: true,
    uptime: null,
    inSet: false,
  })
  expect(event?.assurance).toMatch(/PROVEN|AGREED|SINGLE/)
  // The height at which it happened, which may be below the state that shows it.
  expect(event?.height).toBe(25)
  expect(jailing?.state?.height).toBeGreaterThanOrEqual(25)
})

test('W59: where one of them fails nothing is stored, and the next pass brings the same heights, each once', async () => {
  rig = await createSimRig({ database, participants: [recorder, fragile] })
  await rig.to(20)
  failsAt = 20
  const before = (await rig.view()).seq()
  committed = []
  await expect(rig.to(22)).rejects.toThrow('not this one')
  expect(committed).not.toContain(20)
  expect(await heightsIn('seen_height')).toEqual(upTo(19))
  expect(await heightsIn('watch_block')).toEqual(upTo(19))
  expect((await rig.view()).seq()).toBe(before)
  await rig.to(30)
  expect(committed).toContain(29)
  expect(await heightsIn('seen_height')).toEqual(upTo(29))
  expect(await heightsIn('watch_block')).toEqual(upTo(29))
  expect((await rig.view()).validators()[0]?.recent_signatures).toMatch(/[sp]{29}$/)
})
