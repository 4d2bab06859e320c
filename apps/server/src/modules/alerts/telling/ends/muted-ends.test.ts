import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import {
  afterSettling as after,
  begins,
  createFlapping,
  ends,
  type Flapping,
} from '../../testing/flapping.ts'

/** Three missed in a row, jail within 6 h. */
const [three, sixHours] = [112, 122]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const called = [three, sixHours].map(begins)

/** Blocks are missed, and jail is hours away. */
async function misses(rig: Flapping, conditions: readonly number[] = [three, sixHours]): Promise<number> {
  const began_at = rig.ledger.clock.now()
  for (const condition of conditions)
    await rig.turn(condition, true, { began_at, consecutive_missed: 4, seconds_to_jail: 200 * 60 })
  await rig.dispatch()
  return began_at
}
async function signs(rig: Flapping, began_at: number, conditions = [three, sixHours]): Promise<void> {
  for (const condition of conditions) await rig.turn(condition, false, { began_at })
  await rig.dispatch()
}
const endsIn = (messages: Flapping['sent']['sms']) =>
  messages.flatMap(({ about }) =>
    about.map(({ settingId }) => settingId).filter((settingId) => settingId % 10 === 2),
  )

describe('E321: the end of what was told and then muted', () => {
  test('is told once, by the quietest channel that told its beginning, and by no call', async () => {
    const both = [...called, ends(three), ends(sixHours)]
    const rig = await createFlapping(database, { EMAIL: both, SMS: both, VOICE: both })
    const began = await misses(rig)
    await rig.pressTwo()
    await after(rig, 3)
    await signs(rig, began)
    await after(rig, 20)
    expect(rig.sent.voice).toHaveLength(1)
    expect([endsIn(rig.sent.email), endsIn(rig.sent.sms)]).toEqual([[ends(three)], []])
    expect(await rig.rows('sms')).toContain(`SUPPRESSED muted ${ends(three)}`)
    expect(await rig.rows('voice')).toContain(`SUPPRESSED muted ${ends(three)}`)
  })

  test('goes by SMS where that alone told it, and by mail where a call did', async () => {
    const bySms = await createFlapping(database, { SMS: [...called, ends(three)], VOICE: called })
    const began = await misses(bySms)
    await bySms.pressTwo()
    await signs(bySms, began, [three])
    await after(bySms, 0.5)
    expect(endsIn(bySms.sent.sms)).toEqual([ends(three)])
    const byMail = await createFlapping(database, { EMAIL: [ends(three)], SMS: [ends(three)], VOICE: called })
    const again = await misses(byMail)
    await byMail.pressTwo()
    await signs(byMail, again, [three])
    await after(byMail, 0.5)
    expect([endsIn(byMail.sent.email), endsIn(byMail.sent.sms)]).toEqual([[ends(three)], []])
  })

  test('is told of the outage that was answered, though the end is that of another step of it', async () => {
    const rig = await createFlapping(database, { SMS: [begins(sixHours), ends(three)], VOICE: called })
    const began = await misses(rig, [sixHours, three])
    await rig.pressTwo()
    await signs(rig, began, [three])
    await after(rig, 0.5)
    expect(endsIn(rig.sent.sms)).toEqual([ends(three)])
  })

  test('is told at once, however often it came; of later ones, of which nothing was told, nothing is', async () => {
    const rig = await createFlapping(database, { SMS: [...called, ends(three)], VOICE: called })
    await signs(rig, await misses(rig))
    await after(rig, 2)
    const began = await misses(rig)
    await after(rig, 6)
    const before = rig.sent.sms.length
    await rig.pressTwo()
    await signs(rig, began)
    expect(endsIn(rig.sent.sms.slice(before))).toEqual([ends(three)])
    await after(rig, 5)
    await signs(rig, await misses(rig))
    await after(rig, 90)
    expect(rig.sent.sms).toHaveLength(before + 1)
  })

  test('is told after the wait of what comes and goes, where it was muted on the page', async () => {
    const rig = await createFlapping(database, { SMS: [begins(three), ends(three)] })
    await signs(rig, await misses(rig, [three]), [three])
    await after(rig, 2)
    const began = await misses(rig, [three])
    await after(rig, 6)
    await rig.mute(three)
    const before = rig.sent.sms.length
    await signs(rig, began, [three])
    await after(rig, 14)
    expect(rig.sent.sms).toHaveLength(before)
    await after(rig, 2)
    expect(endsIn(rig.sent.sms.slice(before))).toEqual([ends(three)])
  })

  test('is not told where the mute was there before anything of it was told, nor where planned work holds it back', async () => {
    const rig = await createFlapping(database, { EMAIL: [begins(three), ends(three)] })
    await rig.mute(three)
    await signs(rig, await misses(rig, [three]), [three])
    expect(rig.sent.email).toEqual([])
    expect(await rig.rows('email')).toEqual([
      `SUPPRESSED muted ${begins(three)}`,
      `SUPPRESSED muted ${ends(three)}`,
    ])
    const { db } = rig.ledger
    await db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, validator_key, reason, from_at, until_at, until_recovered, created_at)
      select u.id, 1, v.operator_address, 'work', ${db.now()}, ${db.now()} + interval '1 h', false, ${db.now()}
      from user_account u cross join watch_validator v`)
    await after(rig, 1)
    await signs(rig, await misses(rig, [three]), [three])
    expect(rig.sent.email).toEqual([])
  })
})
