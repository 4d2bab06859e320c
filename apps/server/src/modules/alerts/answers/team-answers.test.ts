import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyToMembers } from '../entries/entry.store.ts'
import { withTeams } from '../messages/with-teams.ts'
import { english, someFacts } from '../testing/some-facts.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'

const jailed = 2011
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** Two whom a team calls and texts about a validator, and the call of each, ringing. */
async function teamRung(firstName: string) {
  const { orm, transaction } = rig.site.platform.db
  const one = await rig.subscriber([], ['VOICE'])
  const other = await rig.subscriber([], ['VOICE'])
  await orm.execute(
    sql`update user_account set first_name = ${firstName}, last_name = 'tm' where id = ${one.userId}`,
  )
  const { rows } = await orm.execute<{ id: number }>(
    sql`insert into team (name, created_at) values ('Night crew', now()) returning id`,
  )
  const team = rows[0]?.id ?? 0
  for (const { userId } of [one, other])
    await orm.execute(sql`insert into team_member values (${team}, ${userId}, 'MEMBER', now())`)
  const name = `ada${/\d+/.exec(one.email)?.[0] ?? ''}`
  await orm.execute(sql`
    insert into alert_entry (team_id, network_id, validator_key, setting_id, channels, created_at)
    values (${team}, 1, ${name}, ${jailed}, '{SMS,VOICE}', now())`)
  await transaction((tx) => copyToMembers(tx, sql`now()`, { teamId: team }))
  const alert = await rig.raise(jailed, one)
  const sids = []
  for (const { phone } of [one, other]) {
    await rig.called(phone, 1)
    const { sid } = rig.call(phone)
    await rig.twilio.report(sid, 'in-progress')
    sids.push(sid)
  }
  return { one, other, alert, sids: { one: sids[0] ?? '', other: sids[1] ?? '' } }
}

/** What the link of somebody's SMS shows. */
async function shown({ phone }: Caller): Promise<AlertAnswerView['alerts'][number] | undefined> {
  await rig.eventually(() => rig.taken('Messages', phone).length, 1)
  const body = String(rig.taken('Messages', phone)[0]?.form['Body'])
  const token = / http:\/\/n1\.localhost:8000\/a\/(\S+)$/.exec(body)?.[1] ?? ''
  const answer = await rig.site.browser().get(`/api/alerts/answer/?token=${encodeURIComponent(token)}`)
  return answer.json<AlertAnswerView>().alerts[0]
}

test('A144: the link of each member names who acknowledged, how and when, and not its own reader', async () => {
  const { one, other, sids } = await teamRung('Op')
  expect(await shown(other)).toMatchObject({ acknowledged_at: null, acknowledged_by: null })
  await rig.twilio.press(sids.one, '1')
  const said = { acknowledged_via: 'CALL', acknowledged_by: 'Op tm' }
  expect(await shown(one)).toMatchObject(said)
  expect(await shown(other)).toMatchObject(said)
  // Somebody whose account is gone has no name.
  await rig.site.platform.db.orm.execute(sql`
    update alert_recipient set acknowledged_by = null where user_id = ${other.userId}`)
  expect(await shown(other)).toMatchObject({ acknowledged_via: 'CALL', acknowledged_by: null })
})

const said = (twiml: string | undefined) =>
  (spokenIn(twiml ?? '') ?? []).map(({ text }) => text.replaceAll('\u00a0', ' '))

test('A145: a call that is taken after a colleague has acknowledged says so first, and asks for no acknowledgement', async () => {
  const { sids } = await teamRung('Op')
  await rig.twilio.press(sids.one, '1')
  const heard = said(await rig.twilio.take(sids.other))
  expect(heard[0]).toMatch(/^Op tm acknowledged it at 12:0\d\. Jailed\./)
  expect(heard[1]).toBe('Press 2 to mute these alerts for one hour.')
  expect(heard[2]).toMatch(/^Op tm acknowledged it at 12:0\d\. This is Roundsman\. Critical, Night crew\./)
})

test('A146: what comes through a team alone names it, and what its reader has set up as well does not', async () => {
  const { one, other } = await teamRung('Op')
  expect(said(rig.call(other.phone).form['Twiml'])).toEqual([
    expect.stringMatching(/^This is Roundsman\. Critical, Night crew\. ada\d+, Celestia\.$/),
  ])
  const body = async ({ phone }: Caller, count: number) => {
    await rig.eventually(() => rig.taken('Messages', phone).length, count)
    return String(rig.taken('Messages', phone)[count - 1]?.form['Body'])
  }
  expect(await body(one, 1)).toMatch(/^Critical, Night crew: ada/)
  await rig.site.platform.db.orm.execute(sql`
    insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
    select user_id, network_id, validator_key, setting_id, '{EMAIL}', now() from alert_entry
    where user_id = ${one.userId}`)
  await rig.end(jailed, one)
  await rig.raise(jailed, one)
  expect(await body(one, 2)).toMatch(/^Critical: ada/)
  expect(await body(other, 2)).toMatch(/^Critical, Night crew: ada/)
})

test('E400: in a message about what is a team’s and what is one’s own, the team stands behind the name of its own alone', async () => {
  const { one, other, alert } = await teamRung('Op')
  const { orm } = rig.site.platform.db
  await orm.execute(sql`
    insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
    values (${other.userId}, 1, ${`ada${/\d+/.exec(other.email)?.[0] ?? ''}`}, ${jailed}, '{EMAIL}', now())`)
  const own = await rig.raise(jailed, other)
  const [theirs, mine] = [alert, own].map((id) => ({
    id,
    facts: someFacts(jailed, { target: `validator:${id}` }),
  }))
  if (!theirs || !mine) throw new Error('two')
  const named = async (userId: number, ...alerts: (typeof theirs)[]) => {
    const { reader, alerts: told } = await withTeams(orm, { reader: english, userId }, alerts)
    return [reader.team, ...told.map(({ facts }) => facts.team)]
  }
  expect(await named(other.userId, theirs, mine)).toEqual([undefined, 'Night crew', undefined])
  expect(await named(other.userId, theirs)).toEqual(['Night crew', undefined])
  expect(await named(one.userId, theirs)).toEqual(['Night crew', undefined])
  // Of one validator of which they want anything themselves nothing is the team's alone.
  const alike = { ...theirs, facts: { ...theirs.facts, target: mine.facts.target } }
  expect(await named(other.userId, alike, mine)).toEqual([undefined, undefined, undefined])
})
