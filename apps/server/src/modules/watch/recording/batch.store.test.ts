import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../platform/db/database.ts'
import type { HeldLease } from '../../../platform/db/lease.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { readBlocksSince, readNetwork } from '../model/model.store.ts'
import { memberFacts, newRecord, type ValidatorRecord } from '../model/validator-facts.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'
import { storeBatch } from './batch.store.ts'
import { type Batch, noteOf } from './batch.ts'

let database: TestDatabase
let rig: SimRig
let row: NetworkRow
let lease: HeldLease
beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createSimRig({ database })
  await rig.to(5)
  const known = (await rig.view()).row()
  if (known === null) throw new Error('nothing was committed')
  row = known
  const { rows } = await database.db.orm.execute<{ name: string; holder: string; fence: bigint }>(
    sql`select name, holder, fence from lease`,
  )
  const [held] = rows
  if (!held) throw new Error('nobody has the lease')
  lease = held
})
afterEach(async () => {
  await database.db.orm.execute(sql`truncate watch_event`)
  await database.db.orm.execute(sql`delete from watch_validator where slot >= 6`)
})
afterAll(async () => {
  await rig.close()
  await database.drop()
})

const validator = (slot: number): ValidatorRecord =>
  newRecord(
    { ...memberFacts({ address: `KEY${slot}`, power: 1n }, undefined), moniker: `name ${slot}` },
    slot,
    0,
  )
const store = (batch: Partial<Batch>) =>
  database.db.transaction((tx) => storeBatch(tx, lease, { ...noteOf(row, {}, 0), ...batch }))

test('W62: one statement for each kind of row, however many rows there are; none for what there is none of', async () => {
  const slots = Array.from({ length: 300 }, (_unused, index) => index + 6)
  const event = { height: 9, at: 0, chainAt: null, before: null, after: null, assurance: null, host: null }
  const power = { signedPower: 1n, totalPower: 1n, assurance: 'SINGLE', host: 'one.example' } as const
  const batch: Batch = {
    ...noteOf(row, {}, 0),
    blocks: slots.map((slot) => ({ height: 1_000 + slot, at: 0, letters: new Uint8Array(3), ...power })),
    validators: slots.map(validator),
    events: slots.map((slot) => ({ slot, kind: 'joined', ...event })),
  }
  const statementsOf = async (one: Batch) => {
    const statements: string[] = []
    await database.db.transaction((tx) => storeBatch(noting(tx, statements), lease, one))
    return statements
  }
  // Row, blocks and the lease are parts of one.
  expect(await statementsOf(batch)).toEqual(['execute', 'insert', 'insert'])
  expect(await statementsOf(noteOf(row, {}, 0))).toEqual(['execute'])
})

test('W190: what is written and read of a network with each block is what the table has, in every column', async () => {
  const outage = {
    slot: 3,
    first: 7,
    firstAt: 1,
    last: 9,
    lastAt: 2,
    missed: 3,
    atLeast: false,
    assurance: 'SINGLE',
  } as const
  const network: Required<Omit<NetworkRow, 'networkId' | 'epoch' | 'seq'>> = {
    ...{
      chainId: 'a',
      startedAt: 1,
      observedAt: 2 ** 52,
      syncingAt: 3,
      source: "o'clock",
      headHeight: 4,
      headAt: 5,
    },
    ...{
      headAgeMs: 6,
      height: 9_001,
      blockHash: 'AB'.repeat(32),
      stateHeight: row.stateHeight,
      stateAt: 8,
      stateTime: 9,
    },
    ...{ hasStaking: true, hasSlashing: false, signedBlocksWindow: 10, minSignedPerWindow: '0.75' },
    slashDowntime: '0.010000000000000000',
    ...{
      bondedTokens: 2n ** 90n + 1n,
      bondedValidators: 11,
      unbondingMs: 12,
      upgradeName: 'v2',
      upgradeHeight: 13,
    },
    ...{
      upgradeSeenAt: 14,
      upgradeAssurance: 'SINGLE',
      upgradeHost: 'one',
      maxValidators: 15,
      trusted: null,
    },
    ...{
      assurance: 'AGREED',
      stateAssurance: 'SINGLE',
      stateHost: 'two',
      refusedChainId: 'b',
      refusedKind: null,
    },
    ...{ refusedReason: 'é', refusedAt: 16, outages: [outage] },
  }
  const known = await readNetwork(database.db.orm, row.networkId)
  if (known === null) throw new Error('there is no network')
  const block = {
    height: 9_001,
    at: 2 ** 42,
    letters: Buffer.from([1, 2]),
    signedPower: 2n ** 80n,
    totalPower: null,
  }
  const assurance = 'SINGLE' as const
  const stored = await store({ network, blocks: [{ ...block, assurance, host: 'one.example' }] })
  const byBuilder = await readNetwork(database.db.orm, row.networkId)
  expect(byBuilder).toEqual({ ...known, ...network, seq: known.seq + 1 })
  expect(stored?.row).toEqual(byBuilder)
  const read = await readBlocksSince(database.db.orm, known)
  expect(read?.row).toEqual(byBuilder)
  expect(read?.blocks).toEqual([{ ...block, assurance, seq: known.seq + 1 }])
  // Back to what the other tests begin with, a column that is null again included.
  const { networkId: _id, epoch: _epoch, seq: _seq, ...before } = known
  expect((await store({ network: before }))?.row).toEqual({ ...known, seq: known.seq + 2 })
})

test('W190: where the lease is another’s, or the epoch another, the statement that makes sure of it writes nothing', async () => {
  const block = { height: 9_000, at: 7, letters: new Uint8Array([1, 2]), signedPower: 3n, totalPower: null }
  const batch: Batch = {
    ...noteOf(row, { source: 'two.example' }, 0),
    blocks: [{ ...block, assurance: 'SINGLE', host: null }],
  }
  const storeAs = (held: HeldLease, one: Batch) =>
    database.db.transaction(async (tx) => (await storeBatch(tx, held, one))?.row ?? null)
  const read = async () => {
    const { rows } = await database.db.orm.execute<{ source: string; height: number; signed: string }>(sql`
      select n.source, b.height::int, encode(b.letters, 'hex') as letters, b.signed_power as signed, b.total_power as total, b.seq = n.seq as newest
      from watch_network n left join watch_block b on b.network_id = n.network_id and b.height = 9000
      where n.network_id = ${row.networkId}`)
    return rows
  }
  const before = await read()
  expect(await storeAs({ ...lease, fence: lease.fence - 1n }, batch)).toBeNull()
  expect(await storeAs({ ...lease, holder: 'another' }, batch)).toBeNull()
  expect(await storeAs(lease, { ...batch, epoch: row.epoch + 1 })).toBeNull()
  expect(await read()).toEqual(before)
  expect(await storeAs(lease, batch)).toMatchObject({
    source: 'two.example',
    epoch: row.epoch,
    trusted: row.trusted,
  })
  expect(await read()).toEqual([
    { source: 'two.example', height: 9_000, letters: '0102', signed: '3', total: null, newest: true },
  ])
})

test('W9: a validator that changes keeps its id, and takes away none of those that others get', async () => {
  const [first] = (await store({ validators: [validator(6)] }))?.records ?? []
  if (!first) throw new Error('it was not stored')
  for (const moniker of ['one', 'two', 'three']) await store({ validators: [{ ...first, moniker }] })
  const last = { ...first, moniker: 'four' }
  const stored = await store({ validators: [last, validator(7)] })
  expect(stored?.records).toEqual([last, { ...validator(7), id: (first.id ?? 0) + 1 }])
  const { rows } = await database.db.orm.execute(sql`select moniker from watch_validator where slot = 6`)
  expect(rows).toEqual([{ moniker: 'four' }])
})

/** The same transaction; what is written is noted as it is begun. */
function noting(tx: Tx, statements: string[]): Tx {
  return new Proxy(tx, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        statements.push(String(key))
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })
}
