import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { alertMessage } from '../../texts/alert-message.ts'
import { someFacts } from '../../testing/some-facts.ts'
import { after, begins, createFlapping, ends, type Flapping } from '../../testing/flapping.ts'

/** Three missed in a row, jail within an hour. */
const [three, withinHour] = [112, 123]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function planWork({ ledger }: Flapping): Promise<void> {
  await ledger.db.orm.execute(sql`
    insert into alert_silence (user_id, network_id, validator_key, from_at, until_at, reason, until_recovered, created_at)
    select u.id, 1, v.operator_address, to_timestamp(0), ${ledger.db.now()} + interval '2 h', 'Upgrade', false, ${ledger.db.now()}
    from user_account u cross join watch_validator v`)
}
const told = ({ sent }: Flapping, channel: 'sms' | 'voice' | 'email') =>
  sent[channel].flatMap(({ about }) => about.map(({ settingId }) => settingId))

test('E361 E362: who was told of jail near through planned work is told that it signs again', async () => {
  const called = [begins(three), begins(withinHour)]
  const all = [...called, ends(three)]
  const rig = await createFlapping(database, { EMAIL: all, SMS: all, VOICE: called })
  await planWork(rig)
  const began_at = rig.ledger.clock.now()
  await rig.turn(three, true, { began_at, consecutive_missed: 30, seconds_to_jail: 240 })
  await rig.turn(withinHour, true, { began_at, consecutive_missed: 30, seconds_to_jail: 240 })
  await rig.dispatch()
  await after(rig, 2)
  expect([told(rig, 'sms'), told(rig, 'voice')]).toEqual([[begins(withinHour)], [begins(withinHour)]])
  // E362: an SMS says so where there is room for it.
  for (const channel of ['voice', 'email'] as const)
    expect(rig.sent[channel][0]?.text).toMatch(/Planned work until .*\d\d:\d\d/)
  await rig.turn(three, false, { began_at })
  await after(rig, 2)
  expect(rig.sent.sms[1]?.text).not.toContain('Planned work')
  expect(told(rig, 'sms')).toEqual([begins(withinHour), ends(three)])
  expect(told(rig, 'email')).toEqual([begins(withinHour), ends(three)])
  expect(told(rig, 'voice')).toEqual([begins(withinHour)])
})

test('E361: of an outage of which planned work held all back no end is told', async () => {
  const rig = await createFlapping(database, { SMS: [begins(three), ends(three), begins(withinHour)] })
  await planWork(rig)
  const began_at = rig.ledger.clock.now()
  await rig.turn(withinHour, true, { began_at, seconds_to_jail: 240 })
  await rig.dispatch()
  expect(told(rig, 'sms')).toEqual([begins(withinHour)])
  await after(rig, 10)
  const later = rig.ledger.clock.now()
  await rig.turn(three, true, { began_at: later, consecutive_missed: 3 })
  await rig.turn(three, false, { began_at: later })
  await after(rig, 20)
  expect(told(rig, 'sms')).toEqual([begins(withinHour)])
  expect(await rig.rows('sms')).toContain(`SUPPRESSED silenced ${ends(three)}`)
})

test('E362: until when the planned work is stands in every channel, with its day where that is another one', () => {
  const { at } = someFacts(1221)
  const of = (channel: string, language: 'en' | 'ru' | 'uk', hours: number) => {
    const facts = someFacts(1221, { plannedUntil: new Date(at.getTime() + hours * 3_600_000) })
    const { paragraphs } = alertMessage(channel, facts, { language, timezone: 'UTC' }, 'https://a.example')
    return paragraphs.join(' ').replaceAll('\u00a0', ' ')
  }
  expect(of('sms', 'en', 1)).toContain('Planned work until 13:30 UTC.')
  expect(of('email', 'en', 40)).toContain('Planned work until Nov 23, 04:30 UTC.')
  expect(of('email', 'ru', 1)).toMatch(/Плановые работы до .*13:30/)
  expect(of('email', 'uk', 1)).toMatch(/Планові роботи до .*13:30/)
})
