import type { OnCallBody, Rotation, TeamEscalation, TeamStep } from '@roundsman/contract/alerts/on-call'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { copyToMembers } from '../entries/entry.store.ts'
import { saveOnCall } from '../on-call/on-call.store.ts'
import { readHistory } from '../history/read-history.ts'
import { acknowledge } from '../record/history.store.ts'
import { muteConditions } from '../record/mute.store.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { addTeam, createEscalationRig, type EscalationRig } from '../testing/escalation-rig.ts'
import { endEscalations, releaseQuiet, savePolicy } from './escalation.store.ts'
import { escalationsOf, openSteps } from './read-escalations.store.ts'
import { createReminderComposer } from './remind.ts'

const [missed, jailed] = [1121, 2011]
const minute = 60_000
const [ann, ben, cem] = [1, 2, 3]
const team = 1
const names = ['ann', 'ben', 'cem']

let rig: EscalationRig

beforeAll(async () => {
  rig = await createEscalationRig()
})
afterAll(() => rig.close())
beforeEach(async () => {
  await rig.reset()
  const { orm } = rig.db
  await addTeam(rig, names)
  for (const setting of [missed, jailed])
    await orm.execute(sql`
      insert into alert_entry (team_id, network_id, validator_key, setting_id, channels, created_at)
      values (${team}, 9, 'ada', ${setting}, '{EMAIL}', now())`)
  await rig.db.transaction((tx) => copyToMembers(tx, sql`now()`, { teamId: team }))
})

const join = (userId: number) =>
  rig.db.orm.execute(sql`insert into team_member values (${team}, ${userId}, 'MEMBER', now())`)
const leave = (userId: number) => rig.db.orm.execute(sql`delete from team_member where user_id = ${userId}`)

const step = (minutes: number, who: TeamStep['who'], ...channels: TeamStep['channels']): TeamStep => ({
  after_minutes: minutes,
  who,
  channels,
})
/** Ann is on call unless the change says otherwise. */
const plans = (steps: TeamStep[], over: Partial<TeamEscalation> = {}, change: Partial<OnCallBody> = {}) =>
  rig.db.transaction((tx) =>
    saveOnCall(tx, team, {
      time_zone: 'UTC',
      rotation: { members: [ann], every: 'WEEK', hand_over: { at: '00:00' }, starts_on: '2020-01-01' },
      overrides: [],
      escalation: { from_severity: 'WARNING', repeat: 0, steps, ...over },
      ...change,
    }),
  )

/** Who was asked, as `generation/step user channel state`. */
async function asked(): Promise<string[]> {
  const { rows } = await rig.db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', split_part(d.reference, '/', 2) || '/' || split_part(d.reference, '/', 3),
                     split_part(u.email, '@', 1), d.channel, d.state) as line
    from delivery d join user_account u on u.id = d.user_id where d.kind = 'reminder' order by 1`)
  return rows.map(({ line }) => line)
}
const says = (userId: number, id: number) =>
  rig.db.transaction(async (tx) => {
    await acknowledge(tx, rig.db.now(), { userId, alertIds: [id], via: 'PAGE' })
    await endEscalations(tx, rig.db.now(), { userId, alertIds: [id] })
  })
const mutes = (userId: number, id: number) =>
  rig.db.transaction(async (tx) => {
    await muteConditions(tx, rig.db.now(), { userId, alertIds: [id], mute: true })
    await endEscalations(tx, rig.db.now(), { userId })
  })
/** It is quiet for somebody, from a minute ago on, for so long. */
async function sleeps(userId: number, minutes: number): Promise<void> {
  const at = (ms: number) => new Date(rig.clock.now() + ms).toISOString().slice(11, 16)
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
  const windows = JSON.stringify([{ days, from: at(-minute), to: at(minutes * minute) }])
  await rig.db.orm.execute(sql`
    insert into user_quiet_hours (user_id, time_zone, windows, break_through)
    values (${userId}, 'UTC', ${windows}::jsonb, 'CRITICAL')`)
}
async function composed(userId: number, reference: string, channel = 'sms') {
  const networks = { byId: () => testNetwork({ blockchain_id: 9, name: 'Celestia' }) }
  const compose = createReminderComposer(rig.db, networks, { of: async () => new Map() })
  const of = { channel, recipient: '', userId, language: 'en' as const, createdAt: new Date(0) }
  return compose({ ...of, references: [reference], hasWaited: false, waitedBeside: null, isRepeated: false })
}
async function words(userId: number, reference: string, channel?: string): Promise<string> {
  const message = await composed(userId, reference, channel)
  return JSON.stringify(message)
}

describe('how a team is asked', () => {
  test('D198 D199: whoever is on call, then a member, then everyone, each by their own contacts, and the last one ends it', async () => {
    await plans([
      step(5, 'ON_CALL', 'SMS'),
      step(5, { user_id: ben }, 'VOICE'),
      step(10, 'EVERYONE', 'EMAIL'),
    ])
    const id = await rig.raise(jailed)
    expect(await rig.standing(id)).toEqual([0, 5, null])
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 ann sms QUEUED'])
    await rig.after(5)
    expect((await asked()).slice(1)).toEqual(['1/2 ben voice QUEUED'])
    await rig.after(10)
    expect((await asked()).slice(2)).toEqual([
      '1/3 ann email QUEUED',
      '1/3 ben email QUEUED',
      '1/3 cem email QUEUED',
    ])
    expect(await rig.standing(id)).toEqual([3, null, 'EXHAUSTED'])
  })

  test('D199: who is on call is asked for when the step is due, and the steps are those of the beginning', async () => {
    await plans([step(5, 'ON_CALL', 'SMS'), step(5, 'ON_CALL', 'SMS')])
    await rig.raise(jailed)
    await rig.after(5)
    const rotation: Rotation = {
      members: [cem],
      every: 'DAY',
      hand_over: { at: '00:00' },
      starts_on: '2020-01-01',
    }
    await plans([step(1, 'EVERYONE', 'EMAIL')], {}, { rotation })
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 ann sms QUEUED', '1/2 cem sms QUEUED'])
  })

  test('D199: a first step at once is due with the alert, and its next round a minute after the last step at the soonest', async () => {
    await plans([step(0, 'ON_CALL', 'SMS')], { repeat: 1 })
    const id = await rig.raise(jailed)
    expect(await rig.standing(id)).toEqual([0, 0, null])
    await rig.pass()
    expect(await words(ann, `${id}/1/1/${team}`)).not.toContain('Not acknowledged')
    expect(await rig.standing(id)).toEqual([1, 1, null])
    await rig.after(1)
    expect(await asked()).toEqual(['1/1 ann sms QUEUED', '1/2 ann sms QUEUED'])
  })

  test('D198: not below the severity that the team chose, and not for what concerns nobody through it', async () => {
    await plans([step(5, 'EVERYONE', 'SMS')], { from_severity: 'CRITICAL' })
    expect(await rig.standing(await rig.raise(missed, { severity: 'WARNING' }))).toBeNull()
    await rig.db.orm.execute(sql`delete from alert_entry`)
    await subscribe(rig.db, { email: 'ann@example.org', settings: [jailed], validatorKey: 'ada' })
    expect(await rig.standing(await rig.raise(jailed))).toBeNull()
  })

  test('D198: beside the reminders that a member has for themselves, which are others', async () => {
    await plans([step(5, 'ON_CALL', 'SMS')])
    await rig.db.transaction((tx) =>
      savePolicy(tx, ann, {
        from_severity: 'WARNING',
        repeat: 0,
        steps: [{ after_minutes: 10, who: 'EVERYONE', channels: ['SMS'] }],
      }),
    )
    await rig.raise(jailed)
    await rig.after(5)
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 ann sms QUEUED', '1/1 ann sms QUEUED'])
  })

  test('D199: a chat stands in the way of no phone: what reaches nobody is noted, and the rest and the next step go on', async () => {
    await plans([step(5, 'ON_CALL', 'TELEGRAM', 'VOICE'), step(5, 'ON_CALL', 'TELEGRAM')])
    const id = await rig.raise(jailed)
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 ann telegram FAILED', '1/1 ann voice QUEUED'])
    // Nothing of it has been sent yet, and the next step comes all the same.
    await rig.after(5)
    expect(await rig.standing(id)).toEqual([2, null, 'EXHAUSTED'])
    // And where none of its channels reaches her, all her contacts do (D188).
    expect((await asked()).filter((line) => line.startsWith('1/2') && line.endsWith('QUEUED'))).toEqual([
      '1/2 ann email QUEUED',
      '1/2 ann sms QUEUED',
      '1/2 ann voice QUEUED',
    ])
  })

  test('D206: a step by the team’s own chat goes there once, and calls nobody; an answer or a mute there counts', async () => {
    await rig.db.orm.execute(sql`
      insert into user_contact (team_id, channel, name, shown, sealed, state, created_at)
      values (${team}, 'SLACK', 'Room', 'hooks…', '', 'CONFIRMED', now())`)
    await rig.db.orm.execute(sql`update team_member set role = 'OWNER' where user_id = ${ann}`)
    await plans([step(5, 'EVERYONE', 'SLACK'), step(5, 'ON_CALL', 'SLACK', 'SMS'), step(5, 'ON_CALL', 'SMS')])
    const id = await rig.raise(jailed)
    await rig.after(5)
    const rows = async () => {
      const { rows: found } = await rig.db.orm.execute<{ line: string }>(sql`
        select concat_ws(' ', user_id, channel, state) as line from delivery where kind = 'reminder' order by id`)
      return found.map(({ line }) => line)
    }
    expect(await rows()).toEqual([`-${team} slack QUEUED`])
    expect(await words(-team, `${id}/1/1/${team}`, 'slack')).toContain('Not acknowledged for 5')
    await rig.after(5)
    expect((await rows()).slice(1).sort()).toEqual([`-${team} slack QUEUED`, `${ann} sms QUEUED`])
    await mutes(-team, id)
    expect(await composed(-team, `${id}/1/2/${team}`, 'slack')).toBeNull()
    expect(await rig.standing(id)).toEqual([2, 5, null])
    await rig.db.transaction(async (tx) => {
      await acknowledge(tx, rig.db.now(), { userId: -team, alertIds: [id], via: 'SLACK' })
      await endEscalations(tx, rig.db.now(), { teamId: team, alertIds: [id] })
    })
    expect(await rig.standing(id)).toEqual([2, null, 'ACKNOWLEDGED'])
  })

  test('D199: whoever joined after it began is asked when on call, has it in the history, and answers for all', async () => {
    await leave(cem)
    await plans([step(5, 'ON_CALL', 'SMS')], { repeat: 5 })
    const id = await rig.raise(jailed)
    await join(cem)
    await rig.db.transaction((tx) => copyToMembers(tx, sql`now()`, { teamId: team }))
    await plans(
      [step(5, 'ON_CALL', 'SMS')],
      {},
      {
        rotation: { members: [cem], every: 'DAY', hand_over: { at: '00:00' }, starts_on: '2020-01-01' },
      },
    )
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 cem sms QUEUED'])
    expect(await escalationsOf(rig.db.orm, { userIds: [cem], alertIds: [id] })).toMatchObject([
      { teamId: team },
    ])
    await says(cem, id)
    expect(await rig.standing(id)).toEqual([1, null, 'ACKNOWLEDGED'])
    expect(await escalationsOf(rig.db.orm, { userIds: [ann, cem], alertIds: [id] })).toHaveLength(2)
  })
})

test('D201: the history of each member says how it stands; of several the one that does something next, and where it went to everyone', async () => {
  await plans([step(5, { user_id: cem }, 'SMS')], { repeat: 1 })
  await rig.db.transaction((tx) =>
    savePolicy(tx, ann, {
      from_severity: 'WARNING',
      repeat: 0,
      steps: [{ after_minutes: 1, who: 'EVERYONE', channels: ['SMS'] }],
    }),
  )
  const id = await rig.raise(jailed)
  await leave(cem)
  const read = async (userId: number) => {
    const network = { byId: () => testNetwork({ blockchain_id: 9, name: 'Celestia' }) }
    const filter = {
      before: undefined,
      type: undefined,
      blockchain_validator_id: undefined,
      bridge_id: undefined,
    }
    const request = { ...filter, userId, networkId: 9, limit: 1, language: 'en' as const }
    const [item] = await readHistory(rig.db, network, request)
    return item
  }
  const inMinutes = (minutes: number) => new Date(rig.clock.now() + minutes * minute).toISOString()
  expect((await read(ann))?.escalation).toEqual({ step: 0, next_at: inMinutes(1), ended_by: null })
  expect((await read(ben))?.escalation).toEqual({ step: 0, next_at: inMinutes(5), ended_by: null })
  await rig.after(1)
  expect((await read(ann))?.escalation).toEqual({ step: 0, next_at: inMinutes(4), ended_by: null })
  await rig.after(4)
  const shown = { step: 1, next_at: inMinutes(5), ended_by: null, was_nobody_on_call: true }
  expect((await read(ben))?.escalation).toEqual(shown)
  expect((await read(ben))?.deliveries.map(({ channel }) => channel)).toEqual(['EMAIL', 'SMS'])
  await says(ben, id)
  expect((await read(ann))?.escalation).toMatchObject({ ended_by: 'EXHAUSTED', next_at: null })
  expect((await read(ben))?.escalation).toMatchObject({ ended_by: 'ACKNOWLEDGED', next_at: null })
})

describe('D202: where whom a step names cannot be asked, everyone is, and it says so', () => {
  test.each([
    ['without a rotation', null],
    ['with nobody in it', { members: [], every: 'DAY', hand_over: { at: '00:00' }, starts_on: '2020-01-01' }],
    [
      'before it starts',
      { members: [ann], every: 'DAY', hand_over: { at: '00:00' }, starts_on: '2099-01-01' },
    ],
  ] as const)('D202: %s', async (_what, rotation) => {
    const change = { rotation: rotation && { ...rotation, members: [...rotation.members] } }
    await plans([step(5, 'ON_CALL', 'SMS')], {}, change)
    const id = await rig.raise(jailed)
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 ann sms QUEUED', '1/1 ben sms QUEUED', '1/1 cem sms QUEUED'])
    for (const channel of ['sms', 'voice', 'telegram', 'email'])
      expect(await words(ben, `${id}/1/1/${team}`, channel)).toContain(
        'Nobody is on call, so the whole team is asked.',
      )
    const [shown] = await escalationsOf(rig.db.orm, { userIds: [ben], alertIds: [id] })
    expect(shown?.toEveryone).toEqual([1])
  })

  test('D202: a member who left, or has muted it: the message says that too, and of later steps no more', async () => {
    await plans([
      step(5, { user_id: cem }, 'SMS'),
      step(5, 'ON_CALL', 'SMS'),
      step(5, { user_id: ben }, 'SMS'),
    ])
    const id = await rig.raise(jailed)
    await leave(cem)
    await mutes(ann, id)
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 ben sms QUEUED'])
    expect(await words(ben, `${id}/1/1/${team}`)).toContain('Whoever this step is for cannot be asked')
    await rig.after(5)
    expect(await words(ben, `${id}/1/2/${team}`)).toContain('Nobody is on call')
    await rig.after(5)
    expect(await words(ben, `${id}/1/3/${team}`)).not.toMatch(/Nobody is on call|cannot be asked/)
    expect(await asked()).toEqual(['1/1 ben sms QUEUED', '1/2 ben sms QUEUED', '1/3 ben sms QUEUED'])
  })
})

describe('D200: what ends it', () => {
  beforeEach(() => plans([step(5, 'EVERYONE', 'SMS')], { repeat: 5 }))

  test('D200 A86: one member’s acknowledgement, for all and for the reminders of their own, in its transaction', async () => {
    await rig.db.transaction((tx) =>
      savePolicy(tx, cem, {
        from_severity: 'WARNING',
        repeat: 0,
        steps: [{ after_minutes: 30, who: 'EVERYONE', channels: ['VOICE'] }],
      }),
    )
    const id = await rig.raise(jailed)
    await rig.after(5)
    const references = [`${id}/1/1/${team}`]
    expect(await openSteps(rig.db.orm, rig.db.now(), { userId: cem, references })).toHaveLength(1)
    await says(ben, id)
    const { rows } = await rig.db.orm.execute(sql`
      select user_id, team_id, step, ended_by, due_at from alert_escalation order by id`)
    expect(rows).toEqual([
      { user_id: cem, team_id: null, step: 0, ended_by: 'ACKNOWLEDGED', due_at: null },
      { user_id: null, team_id: team, step: 1, ended_by: 'ACKNOWLEDGED', due_at: null },
    ])
    // What was written and not sent is void for everybody.
    expect(await openSteps(rig.db.orm, rig.db.now(), { userId: cem, references })).toEqual([])
    expect(await composed(cem, references[0] ?? '')).toBeNull()
    expect(await rig.after(60)).toBe(0)
  })

  test('D200: who left acknowledges for themselves alone, and is asked no more', async () => {
    const id = await rig.raise(jailed)
    await leave(ben)
    await says(ben, id)
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 ann sms QUEUED', '1/1 cem sms QUEUED'])
  })

  test('D200: the end of the alert', async () => {
    const id = await rig.raise(missed)
    await rig.raise(1122, { kind: 'ENDED' })
    expect(await rig.standing(id)).toEqual([0, null, 'ENDED'])
  })

  test('D200: mutes, once there is nobody left who is to hear of it; until then who muted it is left out', async () => {
    const id = await rig.raise(jailed)
    await mutes(ann, id)
    await mutes(ben, id)
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 cem sms QUEUED'])
    await mutes(cem, id)
    expect(await rig.standing(id)).toEqual([1, null, 'SILENCED'])
  })

  test('D200: that the team’s own entry is muted or gone', async () => {
    const [muted, gone] = [await rig.raise(jailed), await rig.raise(missed)]
    await rig.db.orm.execute(sql`
      update alert_entry set muted_until = ${rig.db.now()} + interval '1 day' where setting_id = ${jailed}`)
    await rig.db.orm.execute(sql`delete from alert_entry where setting_id = ${missed}`)
    // What a member wants for themselves is not the team's.
    await subscribe(rig.db, { email: 'ann@example.org', settings: [missed], validatorKey: 'ada' })
    await rig.db.transaction((tx) => endEscalations(tx, rig.db.now(), { userId: ben }))
    expect(await rig.standing(muted)).toEqual([0, null, 'SILENCED'])
    expect(await rig.standing(gone)).toEqual([0, null, 'SILENCED'])
  })

  test('D200: planned work of every member; of one alone it leaves them out', async () => {
    const id = await rig.raise(missed)
    const works = (userId: number) =>
      rig.db.orm.execute(sql`
        insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
        values (${userId}, 9, ${rig.db.now()}, ${rig.db.now()} + interval '1 hour', 'Work', false, ${rig.db.now()})`)
    await works(ann)
    await works(ben)
    await rig.after(5)
    expect(await asked()).toEqual(['1/1 cem sms QUEUED'])
    await works(cem)
    await rig.after(5)
    expect(await rig.standing(id)).toEqual([1, null, 'SILENCED'])
  })
})

describe('D203: quiet hours of members', () => {
  test('D203: CRITICAL breaks through; else the message waits for their end, and the others are asked meanwhile', async () => {
    await plans([step(5, 'ON_CALL', 'SMS'), step(5, 'EVERYONE', 'SMS')])
    await sleeps(ann, 60)
    const critical = await rig.raise(jailed, { severity: 'CRITICAL' })
    await rig.after(5)
    expect(await words(ann, `${critical}/1/1/${team}`)).toContain('jailed')
    await says(ann, critical)
    await rig.db.orm.execute(sql`delete from delivery`)

    const warning = await rig.raise(missed, { severity: 'WARNING' })
    await rig.after(5)
    expect(await rig.standing(warning)).toEqual([1, 5, null])
    expect(await composed(ann, `${warning}/1/1/${team}`)).toMatchObject({ waitUntil: expect.any(Number) })
    await rig.after(5)
    expect(await asked()).toEqual([
      '1/1 ann sms QUEUED',
      '1/2 ann sms QUEUED',
      '1/2 ben sms QUEUED',
      '1/2 cem sms QUEUED',
    ])
    expect(await words(ben, `${warning}/1/2/${team}`)).toContain('Not acknowledged for 10')
    await rig.clock.advance(60 * minute)
    expect(await words(ann, `${warning}/1/1/${team}`)).toContain('Not acknowledged for 1 h')
    await says(ben, warning)
    expect(await composed(ann, `${warning}/1/1/${team}`)).toBeNull()
  })

  test('D203: while all of them sleep no step is done; the next comes its minutes after the first of them wakes', async () => {
    await plans([step(5, 'ON_CALL', 'SMS')], { repeat: 5 })
    await sleeps(ann, 120)
    await sleeps(ben, 60)
    await sleeps(cem, 120)
    const id = await rig.raise(missed, { severity: 'WARNING' })
    await rig.after(5)
    expect(await asked()).toEqual([])
    const [done, left] = (await rig.standing(id)) ?? []
    expect([done, Math.round(left ?? 0)]).toEqual([0, 60])
    await rig.db.orm.execute(sql`delete from user_quiet_hours where user_id = ${cem}`)
    await rig.db.transaction((tx) => releaseQuiet(tx, rig.db.now(), cem))
    expect(await rig.standing(id)).toEqual([0, 5, null])
  })
})

describe('D204: an acknowledgement that no end follows', () => {
  beforeEach(() => plans([step(5, 'ON_CALL', 'SMS')], { ask_again_minutes: 120 }))

  test('D204: is taken back after the time that the team set, and the steps begin again, with words of their own', async () => {
    const id = await rig.raise(missed)
    await rig.goesOn(missed)
    await rig.after(5)
    expect(await rig.standing(id)).toEqual([1, null, 'EXHAUSTED'])
    await says(ben, id)
    expect(await rig.standing(id)).toEqual([1, 120, 'ACKNOWLEDGED'])
    expect(await rig.after(119)).toBe(0)
    await rig.after(1)
    expect(await rig.standing(id)).toEqual([1, 0, null])
    const unacknowledged = sql`select count(*)::int as value from alert_recipient where acknowledged_at is null`
    expect(await rig.only(unacknowledged)).toBe(3)
    await rig.pass()
    expect(await rig.standing(id)).toEqual([2, null, 'EXHAUSTED'])
    expect(await asked()).toEqual(['1/1 ann sms QUEUED', '2/2 ann sms QUEUED'])
    expect(await words(ann, `${id}/2/2/${team}`, 'email')).toMatch(
      /Acknowledged 2\sh ago, and still not over\./,
    )
    await says(ann, id)
    expect(await rig.standing(id)).toEqual([2, 120, 'ACKNOWLEDGED'])
  })

  test('D204: not where it has ended, was muted meanwhile, or has no end; and UNKNOWN is looked at again', async () => {
    const [ended, muted, unknown] = [
      await rig.raise(missed),
      await rig.raise(jailed),
      await rig.raise(jailed),
    ]
    for (const id of [ended, muted, unknown]) await says(ann, id)
    await rig.db.orm.execute(sql`update alert set ended_at = ${rig.db.now()} where id = ${ended}`)
    await rig.db.transaction((tx) => endEscalations(tx, rig.db.now(), { alertIds: [ended] }))
    expect(await rig.standing(ended)).toEqual([0, null, 'ACKNOWLEDGED'])
    await rig.after(120)
    expect(await rig.standing(unknown)).toEqual([0, 1, 'ACKNOWLEDGED'])
    await rig.db.orm.execute(sql`
      update alert_entry set muted_until = ${rig.db.now()} + interval '1 day' where setting_id = ${jailed}`)
    await rig.goesOn(jailed)
    await rig.after(1)
    expect(await rig.standing(muted)).toEqual([0, null, 'ACKNOWLEDGED'])
    expect(await asked()).toEqual([])
  })

  test('D204: off unless a team chose it', async () => {
    await plans([step(5, 'ON_CALL', 'SMS')])
    const id = await rig.raise(missed)
    await rig.goesOn(missed)
    await says(ben, id)
    expect(await rig.standing(id)).toEqual([0, null, 'ACKNOWLEDGED'])
  })
})
