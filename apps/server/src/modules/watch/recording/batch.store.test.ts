import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { memberFacts, newRecord, type ValidatorRecord } from '../model/validator-facts.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'
import { storeBatch } from './batch.store.ts'
import { type Batch, noteOf } from './batch.ts'

let database: TestDatabase
let rig: SimRig
let row: NetworkRow
beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createSimRig({ database })
  await rig.to(5)
  const known = (await rig.view()).row()
  if (known === null) throw new Error('nothing was committed')
  row = known
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
  database.db.transaction((tx) => storeBatch(tx, { ...noteOf(row, {}, 0), ...batch }))

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
    await database.db.transaction((tx) => storeBatch(noting(tx, statements), one))
    return statements
  }
  expect(await statementsOf(batch)).toEqual(['update', 'insert', 'insert', 'insert'])
  expect(await statementsOf(noteOf(row, {}, 0))).toEqual(['update'])
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
