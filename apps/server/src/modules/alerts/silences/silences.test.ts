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

  test('D171: it holds back misses, uptime, pushes and sync alone', () => {
    const held = [101, 106, 111, 115, 121, 122, 601, 701]
    const told = [123, 201, 301, 401, 501, 521, 531]
    const ids = Array.from({ length: 1000 }, (_, id) => id).filter(isSilenced)
    expect(ids.filter((id) => held.includes(id) || told.includes(id))).toEqual(
      held.filter((id) => ids.includes(id)),
    )
    expect(told.some(isSilenced)).toBe(false)
    expect([101, 115, 121, 122].every(isSilenced)).toBe(true)
    // Nothing of the network itself.
    expect([902, 903].some(isSilenced)).toBe(false)
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
})
