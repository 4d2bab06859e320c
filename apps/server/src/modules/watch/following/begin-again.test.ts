import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig, type WatchProcess } from '../testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

const list = async () => (await rig.view()).list(rig.clock.monotonic()).body
const refusedReason = async () => (await rig.view()).row()?.refusedReason ?? null

/** Another process, which may take the network at once. */
async function anotherProcess(): Promise<WatchProcess> {
  await database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
  return rig.process('two')
}

/** So many polls of a process, a second apart. */
async function poll({ follower }: WatchProcess, times: number): Promise<void> {
  for (let second = 0; second < times; second++) {
    await rig.clock.advance(1_000)
    await follower.pass(new AbortController().signal)
    await follower.connection()?.pool.idle()
  }
}

test('W12: a process that begins again after a while is connecting, then unreachable, with the last known values', async () => {
  rig = await createSimRig({ database })
  await rig.to(20)
  // The reader was there before: the database's clock, by which it judges at first sight, does not move in tests.
  expect((await list()).status.state).toBe('LIVE')
  for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [{ kind: 'html' }])
  await rig.clock.advance(60_000)
  expect((await list()).status.state).toBe('UNREACHABLE')

  const two = await anotherProcess()
  await two.follower.pass(new AbortController().signal)
  expect((await list()).status.state).toBe('CONNECTING')
  expect((await list()).network_height).toBe(20)

  await rig.clock.advance(30_500)
  expect((await list()).status.state).toBe('UNREACHABLE')
})

test('W5: endpoints that fail beside one of another chain refuse nothing for a minute, whoever follows meanwhile', async () => {
  rig = await createSimRig({ database })
  await rig.to(20)
  rig.setFaults('a', [{ kind: 'wrong_network', chainId: 'other-1' }])
  for (let second = 0; second < 5; second++) await rig.poll(1_000)
  rig.setFaults('b', [{ kind: 'http_500' }])
  for (let second = 0; second < 10; second++) await rig.poll(1_000)
  expect(await refusedReason()).toBeNull()

  // Nobody of the known chain has answered it, and the row says that somebody did a moment ago.
  const two = await anotherProcess()
  await poll(two, 5)
  expect(two.lease.isHeld()).toBe(true)
  expect(await refusedReason()).toBeNull()
  rig.setFaults('b', [])
  await poll(two, 10)
  expect((await list()).network_height).toBe(rig.chain.height())

  // Who has said nothing for longer does not speak for the chain any more.
  rig.setFaults('b', [{ kind: 'http_500' }])
  await poll(two, 5)
  expect(await refusedReason()).toBeNull()
  await rig.clock.advance(60_000)
  await poll(two, 1)
  expect(await refusedReason()).toContain('other-1')
})

test('W5 R67: a chain that has double-signed: nothing is chosen, and row, log and status say so', async () => {
  const lines: unknown[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  rig = await createSimRig({ database, log })
  await rig.to(30)
  const before = await list()
  // The same validators have signed another block at a height that is known.
  for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [{ kind: 'fork', height: 27 }])
  for (let second = 0; second < 3; second++) await rig.poll(1_000)
  const reason = expect.stringContaining('the chain has double-signed: two proven blocks at height')
  expect((await rig.view()).row()).toMatchObject({ refusedKind: 'DOUBLE_SIGNED', refusedReason: reason })
  const after = await list()
  expect(after.status.refused).toEqual({ chain_id: 'pio-mainnet-1', kind: 'DOUBLE_SIGNED', reason })
  expect(after.validators).toEqual(before.validators)
  expect(after.network_height).toBe(before.network_height)
  expect(lines).toContainEqual(
    expect.objectContaining({ kind: 'DOUBLE_SIGNED', reason, msg: expect.stringContaining('double-signed') }),
  )
})
