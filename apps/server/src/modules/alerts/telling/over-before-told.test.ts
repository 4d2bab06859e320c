import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { raiseBlockSize } from '../testing/governance-alerts.ts'
import { after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'

const [three, ten] = [112, 114]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** What waits by SMS waits for a minute more, as where a budget looks at it again (D317). */
async function keepBack(rig: Flapping, alertId: number, minutes = 3): Promise<void> {
  const { db } = rig.ledger
  await db.orm.execute(sql`
    update delivery set due_at = ${db.now()} + make_interval(mins => ${minutes}), gathers_until = null
    where channel <> 'webhook' and reference = ${String(alertId)}`)
}
const told = ({ sent }: Flapping) => sent.sms.map(({ about }) => about.map(({ settingId }) => settingId))

test.each([
  ['its own', ten],
  ['that of another step of the outage', three],
])('E356: what is sent after its end was told, %s, is told no more', async (_which, ended) => {
  const rig = await createFlapping(database, { SMS: [begins(ten), ends(ended)] })
  const began_at = rig.ledger.clock.now()
  const late = await rig.turn(ten, true, { began_at })
  await keepBack(rig, late)
  for (const condition of new Set([ten, ended])) await rig.turn(condition, false, { began_at })
  await after(rig, 1)
  expect(told(rig)).toEqual([[ends(ended)]])
  await after(rig, 4)
  expect(told(rig)).toEqual([[ends(ended)]])
  expect(await rig.rows('sms')).toContain(`SUPPRESSED told_already ${begins(ten)}`)
})

test('E356: what began again after that end is told', async () => {
  const rig = await createFlapping(database, { SMS: [begins(ten), ends(ten), begins(three), ends(three)] })
  const { clock } = rig.ledger
  await rig.turn(three, true, { began_at: clock.now() })
  await rig.dispatch()
  await rig.turn(three, false, { began_at: clock.now() })
  await after(rig, 1)
  await rig.turn(ten, true, { began_at: clock.now() })
  await rig.dispatch()
  expect(told(rig)).toEqual([[begins(three)], [ends(three)], [begins(ten)]])
})

describe('E403: that a vote is missing, which is to be sent after the end of the voting', () => {
  const [notVoted, jailed] = [1103, 201]
  const endsIn = (rig: Flapping, minutes: number) => ({
    ...raiseBlockSize,
    voting_end_at: new Date(rig.ledger.clock.now() + minutes * 60_000).toISOString(),
  })
  const over = `SUPPRESSED nothing to say any more ${begins(notVoted)}`

  test.each([12, 45])(
    'is not sent %d minutes later by any channel, nor in place of one that was held',
    async (minutes) => {
      const own = [begins(notVoted)]
      const rig = await createFlapping(database, { EMAIL: own, SMS: own, VOICE: own })
      const id = await rig.turn(notVoted, true, endsIn(rig, 10))
      await keepBack(rig, id, minutes)
      await after(rig, minutes + 7)
      expect([rig.sent.sms, rig.sent.email, rig.sent.voice]).toEqual([[], [], []])
      expect([...(await rig.rows('sms')), ...(await rig.rows('email'))]).toEqual([over, over])
      expect(rig.sent.webhook).toHaveLength(1)
    },
  )

  test('is left out of the message of what goes on', async () => {
    const rig = await createFlapping(database, { EMAIL: [begins(notVoted), begins(jailed)] })
    const vote = await rig.turn(notVoted, true, endsIn(rig, 10))
    await keepBack(rig, vote, 12)
    const jailing = await rig.turn(jailed, true)
    const { orm } = rig.ledger.db
    await orm.execute(sql`delete from delivery where channel = 'email' and reference = ${String(jailing)}`)
    await orm.execute(sql`
      insert into delivery_also (delivery_id, reference)
      select id, ${String(jailing)} from delivery where channel = 'email'`)
    await orm.execute(sql`update delivery set gathers_until = due_at where channel = 'email'`)
    await after(rig, 13)
    expect(rig.sent.email.map(({ about }) => about.map(({ settingId }) => settingId))).toEqual([
      [begins(jailed)],
    ])
    expect(await rig.rows('email')).toEqual([`SENT ${begins(jailed)}`, over])
  })

  test('is sent before', async () => {
    const rig = await createFlapping(database, { EMAIL: [begins(notVoted)] })
    const id = await rig.turn(notVoted, true, endsIn(rig, 10))
    await keepBack(rig, id, 9)
    await after(rig, 9)
    expect(rig.sent.email).toHaveLength(1)
  })
})
