import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'
import { noteOf } from './batch.ts'
import { LostTheNetwork } from './writer.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await rig.close()
  await database.drop()
})

test('W18: who lost the lease writes nothing any more, not even what it had begun', async () => {
  rig = await createSimRig({ database })
  await rig.to(20)
  const one = rig.process('one of two')
  const two = rig.process('two of two')
  const free = () => rig.database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
  await free()
  expect(await one.lease.take()).not.toBeNull()
  const memory = await one.writer.begin()
  const { model } = memory
  const { seq, epoch } = model.row
  const batch = noteOf(model.row, {}, 0)
  expect((await one.writer.commit(model, batch)).row.seq).toBe(seq + 1)
  await free()
  expect(await two.lease.take()).not.toBeNull()
  await expect(one.writer.commit(model, batch)).rejects.toThrow(LostTheNetwork)
  expect((await two.writer.commit(model, batch)).row.seq).toBe(seq + 2)
  await expect(two.writer.commit(model, { ...batch, epoch: epoch + 1 })).rejects.toThrow(LostTheNetwork)
})
