import { conditions } from '@roundsman/alerting/catalogue/conditions.data'
import { deciding, type AlertingState, type Outcome } from '@roundsman/alerting/deciding'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { type Silence, silenceBounds } from '@roundsman/contract/alerts/silences'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { addBridge } from '../testing/some-bridges.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'
import { isSilenced } from './silence.store.ts'

const password = 'a long enough password'
const silences = '/api/alerts/silences/'
const hour = 3_600_000
const day = 24 * hour
const [missed, signed, jailed, jailInAnHour] = [1121, 1122, 2011, 1231]
let site: TestApp
let ada: number
let bob: number
let serial = 0

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([
      testNetwork({ name: 'Celestia', is_da_enabled: true }),
      testNetwork({ blockchain_id: 2 }),
      testNetwork({ blockchain_id: 3, access: 'VIP' }),
    ]),
  })
  const { orm } = site.database.db
  ada = await addValidator(orm, { networkId: 1, operator: 'ada' })
  bob = await addValidator(orm, { networkId: 1, operator: 'bob' })
})
afterAll(() => site.close())

const at = (ms: number) => new Date(site.clock.now() + ms).toISOString()

/** Somebody whom all of these settings concern, of every validator. */
async function member(): Promise<TestBrowser & { email: string }> {
  serial += 1
  const email = `silent${serial}@example.org`
  await site.createUser(email, password)
  await subscribe(site.database.db, { email, settings: [missed, signed, jailed, jailInAnHour], networkId: 1 })
  return Object.assign(await site.signedIn({ email, password }), { email })
}

async function silence(browser: TestBrowser, over: object = {}): Promise<Silence> {
  const body = { blockchain_id: 1, to: at(hour), reason: 'Upgrade', ...over }
  const answer = await browser.post(silences, body)
  expect(answer.status).toBe(201)
  return answer.json<Silence>()
}
const listed = async (browser: TestBrowser, networkId = 1) =>
  (await browser.get(`${silences}?blockchain_id=${networkId}`)).json<{ silences: Silence[] }>().silences

/** Something is decided of a validator now. */
async function decide(
  settingId: number,
  validator: number,
  { ms = 0, state = deciding.begin(1) }: { ms?: number; state?: AlertingState } = {},
): Promise<void> {
  serial += 1
  const target = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
  const outcome: Outcome = {
    ...someOutcome({ settingId, target, height: serial, at: site.clock.now() + ms }),
    kind: settingId % 10 === 1 ? 'BEGAN' : 'ENDED',
  }
  await site.platform.db.transaction((tx) => createAlertRig(site.platform.db).raise(tx, 1, [outcome], state))
}
/** The newest alert of somebody: its setting, its silence, and what became of messages about it. */
async function newest(browser: TestBrowser): Promise<unknown> {
  const [item] = (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
  return (
    item && [
      item.setting_id,
      item.silence_id,
      ...item.deliveries.map(({ state, detail }) => `${state} ${detail}`),
    ]
  )
}

describe('what is silenced', () => {
  test('D171: misses are recorded with their silence and not told; whoever has no silence is told', async () => {
    const [who, other] = [await member(), await member()]
    const { id } = await silence(who, { blockchain_validator_id: ada })
    await decide(missed, ada)
    expect(await newest(who)).toEqual([missed, id, 'SUPPRESSED silenced'])
    expect(await newest(other)).toEqual([missed, null, 'QUEUED null'])
    await decide(signed, ada)
    expect(await newest(who)).toEqual([signed, id, 'SUPPRESSED silenced'])
    expect((await who.get('/api/alerts/unacknowledged/1/')).json()).toEqual({ count: 0 })
    await decide(missed, bob)
    expect(await newest(who)).toEqual([missed, null, 'QUEUED null'])
  })

  test('D171: jailed, and jail within an hour, always are told', async () => {
    const who = await member()
    await silence(who, { blockchain_validator_id: ada })
    await decide(jailed, ada)
    expect(await newest(who)).toEqual([jailed, null, 'QUEUED null'])
    await decide(jailInAnHour, ada)
    expect(await newest(who)).toEqual([jailInAnHour, null, 'QUEUED null'])
  })

  test('D171: every condition is one that is held back or one that always is told', async () => {
    const uptime = [101, 102, 103, 104, 105, 106, 111, 112, 113, 114, 115]
    // Jail in a day and in six hours, pushes, and sync.
    const held = [...uptime, 121, 122, 701, 702, 703, 801, 802, 803, 811]
    // Jail within an hour, jailed, tombstoned, slashed.
    const grave = [123, 201, 301, 521]
    const bonded = [401]
    const power = [
      501, 502, 503, 504, 505, 506, 507, 508, 511, 512, 513, 514, 515, 516, 517, 518, 531, 532, 533,
    ]
    const commission = [601, 602, 611, 612, 613, 614]
    const network = [901, 902, 903, 911, 912, 920, 921, 922, 931, 932]
    // Planned work is no reason to miss a vote.
    const votes = [1001, 1002, 1011, 1012, 1013, 1021, 1022, 1101, 1102, 1103, 1104, 1111, 1121, 1122]
    const told = [...grave, ...bonded, ...power, ...commission, ...network, ...votes]
    // A new one is to be thought about.
    expect(conditions.map(({ id }) => id)).toEqual([...held, ...told].sort((a, b) => a - b))
    // What is held back has an end, so that it is known whether it is still so when the silence is over.
    for (const { id, severity } of conditions.filter((one) => held.includes(one.id)))
      expect([id, severity.TRUE_TO_FALSE]).toEqual([id, 'INFO'])

    const who = await member()
    const begins = conditions.map(({ id }) => id * 10 + 1)
    const ends = conditions
      .filter(({ severity }) => severity.TRUE_TO_FALSE !== null)
      .map(({ id }) => id * 10 + 2)
    const own = [missed, signed, jailed, jailInAnHour]
    const settings = [...begins, ...ends].filter((id) => !own.includes(id))
    await subscribe(site.database.db, { email: who.email, settings, networkId: 1 })
    const { id } = await silence(who)
    const bridge = await addBridge(site.database.db.orm, { networkId: 1, peerId: 'every condition' })
    const outcomes = [...begins, ...ends].map((settingId): Outcome => {
      serial += 1
      const type = conditions.find((one) => one.id === Math.floor(settingId / 10))?.targetType
      const target =
        type === 'BRIDGE'
          ? { key: `bridge:${bridge}` as const, type: 'BRIDGE' as const, id: bridge }
          : type === 'VALIDATOR'
            ? { key: `validator:${ada}` as const, type: 'VALIDATOR' as const, id: ada }
            : { key: 'network' as const, type: 'ANY' as const, id: null }
      const outcome = someOutcome({ settingId, target, height: serial, at: site.clock.now() })
      return { ...outcome, kind: settingId % 10 === 1 ? 'BEGAN' : 'ENDED' }
    })
    const { db } = site.platform
    await db.transaction((tx) => createAlertRig(db).raise(tx, 1, outcomes, deciding.begin(1)))
    const { rows } = await db.orm.execute<{ condition: number; silence: number | null }>(sql`
      select distinct a.setting_id / 10 as condition, r.silence_id as silence
      from alert a join alert_recipient r on r.alert_id = a.id join user_account u on u.id = r.user_id
      where u.email = ${who.email} and a.occurrence in ${outcomes.map(({ key }) => key)} order by 1`)
    const expected = conditions.map((one) => ({
      condition: one.id,
      silence: held.includes(one.id) ? id : null,
    }))
    expect(rows).toEqual(expected)
    expect(conditions.filter((one) => isSilenced(one.id)).map((one) => one.id)).toEqual(held)
  })

  test('D172: of a network it is of all of its validators, and of no other network', async () => {
    const who = await member()
    const { id } = await silence(who)
    await silence(who, { blockchain_id: 2 })
    await decide(missed, bob)
    expect(await newest(who)).toEqual([missed, id, 'SUPPRESSED silenced'])
    expect(await listed(who, 2)).toHaveLength(1)
  })

  test('D173: from its beginning to its end, by the chain’s own time too', async () => {
    const who = await member()
    const { id } = await silence(who, { blockchain_validator_id: ada, from: at(hour), to: at(2 * hour) })
    await decide(missed, ada)
    expect(await newest(who)).toEqual([missed, null, 'QUEUED null'])
    // Of a time that is decided later, since the program was away.
    await decide(missed, ada, { ms: 1.5 * hour })
    expect(await newest(who)).toEqual([missed, id, 'SUPPRESSED silenced'])
    await decide(missed, ada, { ms: 2 * hour })
    expect(await newest(who)).toEqual([missed, null, 'QUEUED null'])
  })
})

describe('D174: until the target has recovered', () => {
  const state = (...holding: readonly number[]): AlertingState => {
    const begun = deciding.begin(1)
    const conditions = Object.fromEntries(holding.map((id) => [id, { is: 1 as const, since: 0 }]))
    return deciding.read({ head: begun.head, targets: { [`validator:${ada}`]: { conditions } } })
  }

  test('D174: it ends with the last of what it holds back, and its end is not told either', async () => {
    const who = await member()
    const { id } = await silence(who, { blockchain_validator_id: ada, until_recovered: true })
    await decide(signed, ada, { state: state(113) })
    expect(await listed(who)).toHaveLength(1)
    // Another target's end says nothing of this one.
    await decide(signed, bob, { state: state() })
    expect(await listed(who)).toHaveLength(1)
    await decide(signed, ada, { state: state(201) })
    expect(await newest(who)).toEqual([signed, id, 'SUPPRESSED silenced'])
    expect(await listed(who)).toEqual([])
  })

  test('D174: of a network, with the last of all of its targets', async () => {
    const who = await member()
    await silence(who, { until_recovered: true })
    await decide(signed, bob, { state: state(113) })
    expect(await listed(who)).toHaveLength(1)
    await decide(signed, bob, { state: state() })
    expect(await listed(who)).toEqual([])
  })

  test('D174: what nobody knows is no recovery', async () => {
    const who = await member()
    await silence(who, { blockchain_validator_id: ada, until_recovered: true })
    const unknown = { 113: { is: 1 as const, since: 0, unknown: 5 } }
    const known = deciding.read({
      head: deciding.begin(1).head,
      targets: { [`validator:${ada}`]: { conditions: unknown } },
    })
    // Something else has ended; of this nobody knows whether it holds.
    await decide(signed, ada, { state: known })
    expect(await listed(who)).toHaveLength(1)
    // Nobody sees the network any more: nothing ends, so nothing has recovered.
    const blind = { ...state(), head: { ...deciding.begin(1).head, blindSince: 5 } }
    await site.platform.db.transaction((tx) => createAlertRig(site.platform.db).raise(tx, 1, [], blind))
    expect(await listed(who)).toHaveLength(1)
    await decide(signed, ada, { state: state() })
    expect(await listed(who)).toEqual([])
  })

  test('D174: one that does not say so goes on', async () => {
    const who = await member()
    await silence(who, { blockchain_validator_id: ada })
    await decide(signed, ada, { state: state() })
    expect(await listed(who)).toHaveLength(1)
  })
})

describe('calls', () => {
  test('D170: it is shown with its target, whose it is, and until when; those to come too', async () => {
    const who = await member()
    const peer = await addBridge(site.database.db.orm, { networkId: 1, peerId: `peer${serial}` })
    const later = await silence(who, { from: at(day), to: at(2 * day), bridge_id: peer })
    const now = await silence(who, {
      blockchain_validator_id: ada,
      until_recovered: true,
      reason: '  Disk  ',
    })
    expect(await listed(who)).toEqual([now, later])
    expect(now).toMatchObject({
      blockchain_id: 1,
      blockchain_validator_id: ada,
      bridge_id: null,
      team_id: null,
      from: at(0),
      to: at(hour),
      reason: 'Disk',
      until_recovered: true,
      is_active: true,
      created_by: { name: expect.stringContaining('example.org') as unknown },
    })
    expect(later).toMatchObject({ bridge_id: peer, is_active: false, from: at(day), until_recovered: false })
    expect(await listed(await member())).toEqual([])
  })

  test('D175: ended early it silences no more, and once more changes nothing; one to come is gone', async () => {
    const who = await member()
    const { id } = await silence(who, { blockchain_validator_id: ada })
    const later = await silence(who, { from: at(day), to: at(2 * day) })
    for (const one of [id, id, later.id]) expect((await who.delete(`${silences}${one}/`)).status).toBe(204)
    expect((await who.delete(`${silences}${later.id}/`)).status).toBe(404)
    await site.clock.advance(1_000)
    await decide(missed, ada)
    expect(await newest(who)).toEqual([missed, null, 'QUEUED null'])
    expect(await listed(who)).toEqual([])
  })

  test.each([
    ['an end that is over', () => ({ to: at(-1) }), 'to'],
    ['an end before its beginning', () => ({ from: at(2 * hour) }), 'to'],
    ['more than 30 days', () => ({ to: at(30 * day + 1) }), 'to'],
    ['a beginning in years', () => ({ from: at(400 * day), to: at(401 * day) }), 'from'],
    ['an unknown validator', () => ({ blockchain_validator_id: 999_999 }), 'blockchain_validator_id'],
    ['an unknown bridge', () => ({ bridge_id: 999_999 }), 'bridge_id'],
    ['two targets', () => ({ blockchain_validator_id: ada, bridge_id: 999_999 }), 'bridge_id'],
    ['no reason', () => ({ reason: ' ' }), 'reason'],
    ['a reason that cannot be stored', () => ({ reason: 'Disk\u0000' }), 'reason'],
  ])('D176: %s is refused', async (_what, over, field) => {
    const who = await member()
    const body = { blockchain_id: 1, to: at(hour), reason: 'Upgrade', ...over() }
    const answer = await who.post(silences, body)
    expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [field]])
    expect(await listed(who)).toEqual([])
  })

  test('D176: of a team that one is not of: 404; more than a hundred: 400', async () => {
    const who = await member()
    const body = { blockchain_id: 1, to: at(hour), reason: 'Upgrade' }
    expect((await who.post(silences, { ...body, team_id: 1 })).status).toBe(404)
    await site.database.db.orm.execute(sql`
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      select id, 1, 'now', 'infinity', 'Many', false, now()
      from user_account, generate_series(1, ${silenceBounds.ofUser}) where email = ${who.email}`)
    expect((await who.post(silences, body)).status).toBe(400)
  })

  test('D176: a beginning that is over is now; a network that one may not read is none', async () => {
    const who = await member()
    // PostgreSQL itself takes no offset from 16 hours on.
    const before = ['1592-02-29T22:03:31.03+21:27', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59']
    for (const from of [at(-day), ...before])
      expect(await silence(who, { from })).toMatchObject({ from: at(0), is_active: true })
    const hidden = { blockchain_id: 3, to: at(hour), reason: 'Upgrade' }
    const refused = await who.get('/api/alerts/history/3/')
    expect([refused.status, (await who.post(silences, hidden)).status]).toEqual([403, 403])
    expect((await who.get(`${silences}?blockchain_id=3`)).status).toBe(403)
    expect((await site.browser().post(silences, hidden)).status).toBe(401)
  })

  test('D176: what is wrong is said in the language of the page', async () => {
    const { email } = await member()
    const body = {
      blockchain_id: 1,
      from: at(400 * day),
      to: at(500 * day),
      reason: 'Upgrade',
      bridge_id: 999_999,
      blockchain_validator_id: ada,
    }
    const said = { en: 'Start within the next year.', ru: 'Начало должно быть', uk: 'Початок має бути' }
    for (const language of ['en', 'ru', 'uk'] as const) {
      const browser = await site.signedIn({ email, password }, { language })
      const { errors } = (await browser.post(silences, body)).json<{ errors: Record<string, string[]> }>()
      expect(Object.keys(errors).sort()).toEqual(['bridge_id', 'from', 'to'])
      expect(errors['from']?.join()).toContain(said[language])
    }
  })
})
