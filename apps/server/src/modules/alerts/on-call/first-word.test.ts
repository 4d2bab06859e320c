import type { OnCallBody, TeamStep } from '@roundsman/contract/alerts/on-call'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyToMembers } from '../entries/entry.store.ts'
import { addTeam, createEscalationRig, type EscalationRig } from '../testing/escalation-rig.ts'
import { addValidator } from '../testing/some-validators.ts'
import { saveOnCall } from './on-call.store.ts'

const [missed, signing, jailed, unjailed] = [1121, 1122, 2011, 2012]
const [ann, ben] = [1, 2]
const team = 1
let rig: EscalationRig

beforeAll(async () => {
  rig = await createEscalationRig()
})
afterAll(() => rig.close())
beforeEach(async () => {
  await rig.reset()
  await addTeam(rig, ['ann', 'ben'])
  await wants('{SMS,VOICE,EMAIL}', missed, signing, jailed, unjailed)
})

async function wants(channels: string, ...settings: number[]): Promise<void> {
  await rig.db.orm.execute(sql`delete from alert_entry`)
  for (const setting of settings)
    await rig.db.orm.execute(sql`
      insert into alert_entry (team_id, network_id, validator_key, setting_id, channels, created_at)
      values (${team}, 9, 'ada', ${setting}, ${channels}::text[], now())`)
  await rig.db.transaction((tx) => copyToMembers(tx, sql`now()`, { teamId: team }))
}

const everyone: TeamStep = { after_minutes: 3, who: 'EVERYONE', channels: ['SMS', 'VOICE'] }
/** Ann is on call, and everyone is called after three minutes, unless said otherwise. */
const plans = (steps: TeamStep[] = [everyone], change: Partial<OnCallBody> = {}) =>
  rig.db.transaction((tx) =>
    saveOnCall(tx, team, {
      time_zone: 'UTC',
      rotation: { members: [ann], every: 'WEEK', hand_over: { at: '00:00' }, starts_on: '2020-01-01' },
      overrides: [],
      escalation: { from_severity: 'WARNING', repeat: 0, steps },
      ...change,
    }),
  )
/** Who is told of an alert and how, as `ann sms`; what is not sent with its reason. */
async function told(id: number, kind = 'alert'): Promise<string[]> {
  const { rows } = await rig.db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', split_part(u.email, '@', 1), d.channel, d.detail) as line
    from delivery d join user_account u on u.id = d.user_id
    where d.kind = ${kind} and split_part(d.reference, '/', 1) = ${String(id)} order by 1`)
  return rows.map(({ line }) => line)
}
const all = ['ann email', 'ann sms', 'ann voice', 'ben email', 'ben sms', 'ben voice']
const annFirst = ['ann email', 'ann sms', 'ann voice', 'ben email', 'ben sms on_call', 'ben voice on_call']

test('A147: at once only the phone of whoever is on call rings, the others have the rest, and are called by the steps', async () => {
  await plans()
  const id = await rig.raise(jailed)
  expect(await told(id)).toEqual(annFirst)
  await rig.after(3)
  expect(await told(id, 'reminder')).toEqual(['ann sms', 'ann voice', 'ben sms', 'ben voice'])
  // Whoever takes over has it.
  const at = (ms: number) => new Date(rig.clock.now() + ms).toISOString()
  await plans([everyone], { overrides: [{ user_id: ben, from: at(-60_000), to: at(60_000) }] })
  expect(await told(await rig.raise(missed))).toEqual([
    ...['ann email', 'ann sms on_call', 'ann voice on_call', 'ben email', 'ben sms', 'ben voice'],
  ])
})

test('A147: by a channel that does not tell whoever is on call everybody is told', async () => {
  await plans()
  await rig.db.orm.execute(sql`
    update alert_entry set channels = '{SMS,EMAIL}' where user_id = ${ann} and team_entry_id is not null`)
  expect(await told(await rig.raise(jailed))).toEqual([
    ...['ann email', 'ann sms', 'ben email', 'ben sms on_call', 'ben voice'],
  ])
})

test.each<[string, () => Promise<unknown>]>([
  ['nobody is on call', () => plans([everyone], { rotation: null })],
  ['the team has no steps', () => plans([])],
  ['its steps call nobody else', () => plans([{ after_minutes: 1, who: 'ON_CALL', channels: ['VOICE'] }])],
  ['they call nobody', () => plans([{ after_minutes: 1, who: 'EVERYONE', channels: ['EMAIL'] }])],
  [
    'it is less grave than they begin with',
    () => plans([], { escalation: { from_severity: 'CRITICAL', repeat: 0, steps: [everyone] } }),
  ],
])('A148: where %s, everybody is called as without a rotation', async (_why, plan) => {
  await plan()
  expect(await told(await rig.raise(jailed, { severity: 'WARNING' }))).toEqual(all)
})

test.each<[string, ReturnType<typeof sql>, string[]]>([
  ['has no confirmed phone', sql`delete from user_phone where user_id = ${ann}`, []],
  [
    'has muted it',
    sql`update alert_entry set muted_until = now() + interval '100 years' where user_id = ${ann}`,
    ['ann email muted', 'ann sms muted', 'ann voice muted'],
  ],
])('A148: where who is on call %s, the others are called at once', async (_why, change, ofAnn) => {
  await plans()
  await rig.db.orm.execute(change)
  const lines = await told(await rig.raise(jailed))
  expect(lines.filter((line) => line.startsWith('ben'))).toEqual(['ben email', 'ben sms', 'ben voice'])
  if (ofAnn.length > 0) expect(lines.slice(0, 3)).toEqual(ofAnn)
})

test('A148: while who is on call has quiet hours that it does not break through, the others are called at once', async () => {
  await plans()
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
  const windows = JSON.stringify([{ days, from: '00:00', to: '23:59' }])
  await rig.db.orm.execute(sql`
    insert into user_quiet_hours (user_id, time_zone, windows, break_through)
    values (${ann}, 'UTC', ${windows}::jsonb, 'CRITICAL')`)
  expect(await told(await rig.raise(missed, { severity: 'WARNING' }))).toEqual(all)
  expect(await told(await rig.raise(jailed, { severity: 'CRITICAL' }))).toEqual(annFirst)
})

test('A148: what a member wants by themselves rings at once', async () => {
  await plans()
  await rig.db.orm.execute(sql`
    insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
    values (${ben}, 9, 'ada', ${jailed}, '{VOICE}', now())`)
  expect(await told(await rig.raise(jailed))).toEqual([
    ...['ann email', 'ann sms', 'ann voice', 'ben email', 'ben sms on_call', 'ben voice'],
  ])
})

/** The steps begin with what is CRITICAL alone. */
const fromCritical = () =>
  plans([], { escalation: { from_severity: 'CRITICAL', repeat: 0, steps: [everyone] } })
const warning = [missed, { severity: 'WARNING' }] as const

test('A149: what has no steps goes to nobody else’s phone either, beside what is rung to who is on call', async () => {
  await fromCritical()
  const [lesser = 0, graver = 0] = await rig.raiseAll([warning, [jailed]])
  expect(await told(graver)).toEqual(annFirst)
  expect(await told(lesser)).toEqual(annFirst)
})

test('A149: beside what is rung of another validator it rings and texts everybody', async () => {
  await fromCritical()
  const key = `validator:${await addValidator(rig.db.orm, { networkId: 9, operator: 'bob' })}`
  const id = Number(key.split(':')[1])
  await rig.db.orm.execute(sql`update alert_entry set validator_key = null`)
  const bob = { target: { key, type: 'VALIDATOR' as const, id }, key: `1/${key}/${missed}/1@1` }
  const [other = 0] = await rig.raiseAll([[missed, { severity: 'WARNING', ...bob }], [jailed]])
  expect(await told(other)).toEqual(all)
})

test('A149: only by a channel by which either tells whoever is on call', async () => {
  await fromCritical()
  const asks = (channels: string, setting: number) =>
    rig.db.orm.execute(sql`
      update alert_entry set channels = ${channels}::text[]
      where user_id = ${ann} and team_entry_id is not null and setting_id = ${setting}`)
  await asks('{EMAIL}', missed)
  await asks('{SMS,EMAIL}', jailed)
  const [lesser = 0] = await rig.raiseAll([warning, [jailed]])
  expect(await told(lesser)).toEqual(['ann email', 'ben email', 'ben sms on_call', 'ben voice'])
})

/** A share of the window is missed in the same row of blocks. */
const share = 1031
const inRow = (began_at: number) => ({ ...noEvidence, began_at, consecutive_missed: 100 })
const noEvidence = { assurance: 'PROVEN', host: null, observed_at: 0, value: null, threshold: null } as const

test('A151: what has no steps goes to nobody else’s phone in an incident of which who is on call has the first word', async () => {
  await fromCritical()
  await wants('{SMS,VOICE,EMAIL}', missed, share, signing, jailed, unjailed)
  const evidence = inRow(rig.clock.now())
  expect(await told(await rig.raise(missed, { evidence }))).toEqual(annFirst)
  await rig.clock.advance(60_000)
  const lesser = await rig.raise(share, { severity: 'WARNING', evidence })
  expect(await told(lesser)).toEqual(annFirst)
  // Nor does the end, whose beginning went to nobody else.
  expect(await told(await rig.raise(signing, { kind: 'ENDED', severity: 'INFO', evidence }))).toEqual(
    annFirst,
  )
})

test('A151: also once the steps have called everyone; not in another incident, nor where nobody is asked any more', async () => {
  await fromCritical()
  await wants('{SMS,VOICE,EMAIL}', missed, share)
  const evidence = inRow(rig.clock.now())
  const graver = await rig.raise(missed, { evidence })
  await rig.after(3)
  expect(await told(await rig.raise(share, { severity: 'WARNING', evidence }))).toEqual(annFirst)
  await rig.db.orm.execute(sql`update alert set ended_at = now() where id = ${graver}`)
  const later = { ...evidence, began_at: rig.clock.now() }
  expect(await told(await rig.raise(share, { severity: 'WARNING', evidence: later }))).toEqual(all)
})

const ends = (setting: number) => rig.raise(setting, { kind: 'ENDED', severity: 'INFO' })
/** The phone of who is on call has rung for it, and nobody else's. */
async function began(setting = jailed): Promise<void> {
  await plans()
  expect((await told(await rig.raise(setting))).filter((line) => line.startsWith('ben'))).toContain(
    'ben sms on_call',
  )
  await rig.clock.advance(60_000)
}

test('A150: an end rings and texts no member whose phone did not ring for what it ends', async () => {
  await began()
  expect(await told(await ends(unjailed))).toEqual(annFirst)
})

test('A150: once a step has called them it goes to them by phone as well', async () => {
  await began()
  await rig.after(3)
  expect(await told(await ends(unjailed))).toEqual(all)
})

test('A150: so does the end of another alert of the incident', async () => {
  await fromCritical()
  await rig.raise(missed, { severity: 'WARNING' })
  await rig.clock.advance(60_000)
  expect(await told(await rig.raise(jailed))).toEqual(annFirst)
  await rig.clock.advance(60_000)
  expect(await told(await ends(unjailed))).toEqual(all)
})

test('A150: where nobody was on call as it began, everybody is told of the end', async () => {
  await plans([everyone], { rotation: null })
  await rig.raise(jailed)
  await plans()
  await rig.clock.advance(60_000)
  expect(await told(await ends(unjailed))).toEqual(all)
})

test('A150: what a member wants by themselves comes by their phone', async () => {
  await began()
  await rig.db.orm.execute(sql`
    insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
    values (${ben}, 9, 'ada', ${unjailed}, '{SMS}', '2020-01-01')`)
  expect(await told(await ends(unjailed))).toEqual([
    ...['ann email', 'ann sms', 'ann voice', 'ben email', 'ben sms', 'ben voice on_call'],
  ])
})

test('A150: a member who would have it by phone alone gets it by mail', async () => {
  await wants('{SMS,VOICE}', jailed, unjailed)
  await began()
  expect(await told(await ends(unjailed))).toEqual([
    ...['ann sms', 'ann voice', 'ben email', 'ben sms on_call', 'ben voice on_call'],
  ])
})
