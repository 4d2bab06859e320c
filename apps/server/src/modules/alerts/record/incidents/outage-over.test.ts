import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../../../watch/testing/sim-rig.ts'
import { createAlertRig, reportedAlerts, subscribe } from '../../testing/alert-rig.ts'
import { outagesOver } from './outage-over.store.ts'

/** 5 % of the window missed. */
const share = 1031
let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createSimRig({
    database,
    profile: smallProfile({}, { signedBlocksWindow: 1_000 }),
    participants: [createAlertRig(database.db).participant],
    script: [
      { at: 40, what: 'down', validator: 5, blocks: 80 },
      { at: 150, what: 'down', validator: 5, blocks: 20 },
    ],
  })
  await subscribe(database.db, { email: 'ada@example.org', settings: [share] })
})
afterAll(async () => {
  await rig.close()
  await database.drop()
})

test('E413: as the chain decides it an outage is over with its tenth signed block, by when it signed again, and stays so in the next one', async () => {
  await rig.to(115)
  const [alert] = await reportedAlerts(database.db)
  expect(alert?.setting).toBe(share)
  const over = async () => [...(await outagesOver(database.db.orm, [alert?.id ?? 0]))]
  expect(await over()).toEqual([])
  await rig.to(125)
  expect(await over()).toEqual([])
  await rig.to(140)
  const { rows } = await database.db.orm.execute<{ at: number }>(sql`
    select max(at)::float8 as at from watch_block where height <= (select max(height) from watch_block) - 19`)
  const [[id, at] = []] = await over()
  expect(id).toBe(alert?.id)
  expect(Math.abs((at?.getTime() ?? 0) - (rows[0]?.at ?? 0))).toBeLessThan(10_000)
  await rig.to(165)
  expect((await over()).map(([one]) => one)).toEqual([alert?.id])
  expect(await reportedAlerts(database.db)).toHaveLength(1)
})
