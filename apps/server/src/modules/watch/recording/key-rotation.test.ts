import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

/** Asked for at 130: set, record and signing info have the new key from 132 on. */
const script = [{ at: 130, what: 'rotate_key', validator: 1 }] as const

const never = new AbortController().signal

/** Rows that are there, as `operator key`. */
async function rows(): Promise<string[]> {
  const { rows: found } = await database.db.orm.execute<{ one: string }>(sql`
    select coalesce(operator_address, 'nobody') || ' ' || consensus_address as one
    from watch_validator where removed_at is null`)
  return found.map(({ one }) => one).sort()
}

/** The same as the chain has it. */
const expected = () =>
  rig.chain
    .view()
    .chain.roster.map((entry, index) => `${entry.operatorAddress} ${entry.keyOf(index === 1 ? 1 : 0).hex}`)
    .sort()

/** Rows and the letters of the one that rotated, up to the newest block. */
async function list(length: number) {
  const { body } = (await rig.view()).list(rig.clock.now())
  const moniker = rig.chain.view().chain.roster[1]?.moniker ?? ''
  const row = body.validators.find((one) => one.moniker === moniker)
  return { validators: body.validators.length, moniker, letters: row?.recent_signatures.slice(-length) }
}

const reported = async () =>
  (await rig.events()).filter((line) => /^(key_changed|joined|removed|unbonding|jailed)/.test(line))

test('W58: a rotation is one event of the same row, whose letters go on, also for a watcher that takes over in between', async () => {
  rig = await createSimRig({ database, script: [...script] })
  await rig.to(131)
  const next = rig.process('next')
  await database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
  while (rig.clock.now() < rig.chain.shownAt(150)) {
    await rig.clock.advance(1_000)
    await next.follower.pass(never)
    await next.follower.connection()?.pool.idle()
  }
  expect(await rows()).toEqual(expected())
  const { validators, moniker, letters } = await list(30)
  expect(validators).toBe(6)
  expect(letters).toMatch(/^[sp]{30}$/)
  expect(await reported()).toEqual([`key_changed ${moniker}`])
})

/** No endpoint answers a query of the state, while blocks go on. */
function withoutStates(fails: () => boolean): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const asked: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : 'null')
    const isQuery = (id: unknown) =>
      [asked].flat().some((one) => isRecord(one) && one.id === id && one.method === 'abci_query')
    if (!fails()) return response
    const answers = [await response.json()].flat()
    const spoilt = answers.map((one) =>
      isRecord(one) && isQuery(one.id)
        ? { jsonrpc: '2.0', id: one.id, error: { code: -32_603, message: 'Internal error' } }
        : one,
    )
    return Response.json(Array.isArray(asked) ? spoilt : spoilt[0])
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

test('W58: blocks by a key that no state can name yet become the same validator’s as soon as one does', async () => {
  rig = await createSimRig({ database, script: [...script] })
  let fails = false
  const { follower } = rig.process('one', { ...rig.net, fetch: withoutStates(() => fails) })
  const to = async (height: number) => {
    while (rig.clock.now() < rig.chain.shownAt(height)) {
      await rig.clock.advance(1_000)
      await follower.pass(never)
      await follower.connection()?.pool.idle()
    }
  }
  await to(129)
  fails = true
  await to(150)
  expect((await rows()).filter((row) => row.startsWith('nobody'))).toHaveLength(1)
  fails = false
  await to(190)
  expect(await rows()).toEqual(expected())
  const { validators, moniker, letters } = await list(10)
  expect(validators).toBe(6)
  expect(letters).toMatch(/^[sp]{10}$/)
  expect(await reported()).toEqual([`key_changed ${moniker}`])
})
