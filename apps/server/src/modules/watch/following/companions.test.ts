import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LoopOptions } from '../../../platform/loop.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, networkId, type SimRig, type WatchProcess } from '../testing/sim-rig.ts'
import { type ChainCompanion, type CompanionChain, createNetworkCompanions } from './companions.ts'

let database: TestDatabase
let rig: SimRig
let looks: CompanionChain[]
let seen: number[]
let left: number[]

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.orm.execute(sql`create table seen_beside (height bigint)`)
})
beforeEach(async () => {
  rig = await createSimRig({ database })
  looks = []
  seen = []
  left = []
  await database.db.orm.execute(sql`truncate seen_beside`)
})
afterEach(() => rig.close())
afterAll(() => database.drop())

const companion: ChainCompanion = {
  name: 'beside',
  look(chain) {
    looks.push(chain)
    return Promise.resolve(7_000)
  },
  saw: (_chain, { header }) => void seen.push(header.height),
  left: (id) => void left.push(id),
}

/** The companions of a process, and the pass of the loop that is made for the one. */
function beside({ follower, lease, leases }: Pick<WatchProcess, 'follower' | 'lease' | 'leases'>) {
  let look: LoopOptions | null = null
  const createLoop = (options: LoopOptions) => {
    look = options
    return {
      name: options.name,
      start: () => undefined,
      stop: () => Promise.resolve(),
      wake: () => undefined,
    }
  }
  const { databaseNow } = leases
  const made = createNetworkCompanions(networkId, [companion], {
    ...{ db: database.db, createLoop, follower, lease, databaseNow },
  })
  const [loop] = made.loops()
  const pass = () => look?.pass(new AbortController().signal)
  return { ...made, name: loop?.name, pass }
}

const poll = (process: WatchProcess) => process.follower.pass(new AbortController().signal)

test('W201: a companion looks at a chain while its process follows it, with what the process believes of it', async () => {
  const one = rig.process('one')
  const two = rig.process('two')
  const [first, second] = [beside(one), beside(two)]
  expect(first.name).toBe(`beside/${networkId}`)
  expect(await first.pass()).toBe(1_000)
  await rig.clock.advance(20_000)
  rig.chain.prepare()
  await poll(one)
  await poll(two)
  expect(await first.pass()).toBe(7_000)
  expect(await second.pass()).toBe(1_000)
  expect(looks).toHaveLength(1)
  const [chain] = looks
  const { row } = (await rig.view()).model() ?? {}
  const newest = chain?.newest?.header
  expect(chain).toMatchObject({ networkId, epoch: 1, model: { row: { chainId: row?.chainId } } })
  expect(chain?.timeOf((newest?.height ?? 0) - 1)).toBeLessThan(newest?.time ?? 0)
  expect(chain?.timeOf((newest?.height ?? 0) + 5)).toBeNull()
  first.left()
  expect(left).toEqual([networkId])
})

test('W201: it is shown each newest header once, after the poll that believed it', async () => {
  const one = rig.process('one')
  const its = beside(one)
  for (let polls = 0; polls < 4; polls += 1) {
    await rig.clock.advance(3_000)
    rig.chain.prepare()
    await poll(one)
    its.polled()
    its.polled()
  }
  expect(seen.length).toBeGreaterThan(2)
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
})

test('W202: what it writes is written under the lease, or not at all', async () => {
  const one = rig.process('one')
  const its = beside(one)
  await rig.clock.advance(20_000)
  rig.chain.prepare()
  await poll(one)
  await its.pass()
  const [chain] = looks
  const write = () =>
    chain?.write(async (tx) => {
      await tx.execute(sql`insert into seen_beside values (1)`)
    })
  expect(await write()).toBe(true)
  // Somebody else has taken it, and this process has not heard of it.
  await database.db.orm.execute(
    sql`update lease set holder = 'two', fence = fence + 1 where name = ${`watch/${networkId}`}`,
  )
  expect(await write()).toBe(false)
  expect(await its.pass()).toBe(1_000)
  const { rows } = await database.db.orm.execute(sql`select 1 from seen_beside`)
  expect(rows).toHaveLength(1)
})
