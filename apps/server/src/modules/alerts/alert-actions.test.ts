import { deciding } from '@roundsman/alerting/deciding'
import type { AlertConditions } from '@roundsman/contract/alerts/alert-actions'
import type {
  AlertDelivery,
  AlertEntry,
  AlertHistoryItem,
  UserAlertSettings,
} from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemFetch } from '../../platform/clients/http-client.ts'
import { createMailCatcher, type MailCatcher } from '../../testing/mail-catcher.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../testing/test-catalogue.ts'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { someOutcome } from './testing/some-outcome.ts'
import { addBridge } from './testing/some-bridges.ts'
import { addPhone, addValidator } from './testing/some-validators.ts'
import { createAlertRig, subscribe } from './testing/alert-rig.ts'

const password = 'a long enough password'
const own = '/api/alerts/user-settings/1/'
const [jailed, halted] = [2011, 9021]
/** Of which nobody is notified here. */
const [tombstoned, haltedLong] = [3011, 9031]
let catcher: MailCatcher
let twilio: TwilioStandIn
let site: TestApp
let ada: number
let bob: number

beforeAll(async () => {
  catcher = await createMailCatcher()
  twilio = await createTwilioStandIn({ now: () => site.clock.now() })
  site = await createTestApp({
    catalogue: testCatalogue([
      testNetwork({ name: 'Celestia', is_da_enabled: true }),
      testNetwork({ blockchain_id: 2 }),
    ]),
    fetch: systemFetch,
    config: { mail: { smtpUrl: catcher.url, from: 'a@example.org' }, twilio: twilio.account },
  })
  await site.app.start()
  ada = await addValidator(site.database.db.orm, { operator: 'ada' })
  bob = await addValidator(site.database.db.orm, { networkId: 2, operator: 'bob' })
})
afterAll(async () => {
  await site.close()
  await twilio.close()
  await catcher.close()
})

async function member(email: string): Promise<TestBrowser> {
  await site.createUser(email, password)
  return site.signedIn({ email, password })
}
const entriesOf = async (browser: TestBrowser, url = own) =>
  (await browser.get(url)).json<{ entries: AlertEntry[] }>().entries
const wants = (email: string, settings: number[], over: object = {}) =>
  subscribe(site.database.db, { email, settings, networkId: 1, ...over })

describe('muting', () => {
  const mute = (browser: TestBrowser, ids: number[], until: string | null) =>
    browser.post('/api/alerts/mute/', { entry_ids: ids, until })

  test('E100: entries are muted until a time, of several networks at once, and not any more', async () => {
    const browser = await member('mute@example.org')
    await wants('mute@example.org', [tombstoned, haltedLong])
    await wants('mute@example.org', [haltedLong], { networkId: 2 })
    const [first, second] = await entriesOf(browser)
    const [abroad] = await entriesOf(browser, '/api/alerts/user-settings/2/')
    if (!first || !second || !abroad) throw new Error('nothing to mute')
    const etag = (await browser.get(own)).headers['etag']
    const until = '2026-11-24T02:00:00+02:00'
    const answer = await mute(browser, [abroad.id, first.id, first.id], until)
    expect(answer.status).toBe(200)
    const muted = { muted_until: '2026-11-24T00:00:00.000Z' }
    expect(answer.json()).toEqual({
      entries: [
        { ...first, ...muted },
        { ...abroad, ...muted },
      ],
    })
    expect(await entriesOf(browser)).toEqual([{ ...first, ...muted }, second])
    expect((await browser.get(own)).headers['etag']).not.toBe(etag)
    expect((await mute(browser, [first.id], null)).json()).toEqual({ entries: [first] })
    expect((await browser.get(own)).headers['etag']).toBe(etag)
  })

  test('E100: a time that is over mutes nothing, one at the end of the calendar is written down', async () => {
    const browser = await member('when@example.org')
    await wants('when@example.org', [tombstoned])
    const [entry] = await entriesOf(browser)
    if (!entry) throw new Error('nothing to mute')
    for (const until of ['0000-01-01T00:00:00Z', '2026-11-21T11:59:59Z'])
      expect((await mute(browser, [entry.id], until)).json()).toEqual({ entries: [entry] })
    expect((await mute(browser, [entry.id], '9999-12-31T23:59:59-23:59')).status).toBe(200)
    expect((await mute(browser, [entry.id], 'tomorrow')).status).toBe(400)
    expect((await mute(browser, [], null)).status).toBe(400)
  })

  test('E101: one that is not the caller’s is not there, and nothing changes', async () => {
    const [eve, mallory] = [await member('eve@example.org'), await member('mallory@example.org')]
    await wants('eve@example.org', [tombstoned])
    await wants('mallory@example.org', [tombstoned])
    const before = await entriesOf(mallory)
    const ids = [...before, ...(await entriesOf(eve))].map(({ id }) => id)
    const answer = await mute(mallory, ids, '2026-11-24T00:00:00Z')
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
    expect(await entriesOf(mallory)).toEqual(before)
  })
})

describe('acknowledging', () => {
  const acknowledge = (browser: TestBrowser, ids: number[]) =>
    browser.post('/api/alerts/acknowledge/', { alert_ids: ids })
  const history = async (browser: TestBrowser) =>
    (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()

  test('E102: what was seen is acknowledged once, by who saw it, and nobody else’s is there', async () => {
    const [ann, ben] = [await member('ann@example.org'), await member('ben@example.org')]
    const mutedUntil = '2099-01-01T00:00:00Z'
    await wants('ann@example.org', [jailed, halted], { mutedUntil })
    await wants('ben@example.org', [jailed], { mutedUntil })
    const { db } = site.platform
    const on = { key: `validator:${ada}`, type: 'VALIDATOR' as const, id: ada }
    const network = { key: 'network', type: 'ANY' as const, id: null }
    await db.transaction((tx) =>
      createAlertRig(db).raise(
        tx,
        1,
        [
          someOutcome({ settingId: jailed, target: on, height: 1 }),
          someOutcome({ settingId: halted, target: network, height: 2 }),
        ],
        deciding.begin(1),
      ),
    )
    const [newer, older] = await history(ann)
    if (!newer || !older) throw new Error('nobody was notified')
    expect((await acknowledge(ann, [older.id, older.id])).status).toBe(204)
    const [, seen] = await history(ann)
    expect(seen).toMatchObject({ acknowledged_via: 'PAGE', acknowledged_at: '2026-11-21T12:00:00.000Z' })
    await site.clock.advance(5_000)
    expect((await acknowledge(ann, [older.id, newer.id])).status).toBe(204)
    expect((await history(ann)).map((one) => one.acknowledged_at)).toEqual([
      '2026-11-21T12:00:05.000Z',
      '2026-11-21T12:00:00.000Z',
    ])
    // Ben was notified of one of them only: both or none.
    expect((await acknowledge(ben, [older.id, newer.id])).status).toBe(404)
    expect((await history(ben)).map((one) => one.acknowledged_at)).toEqual([null])
  })
})

describe('testing a channel', () => {
  const send = (browser: TestBrowser, channel: string) => browser.post('/api/alerts/test/', { channel })
  const stateOf = async (browser: TestBrowser, id: number) =>
    (await browser.get(`/api/alerts/test/${id}/`)).json<AlertDelivery>()

  test('E103: a real message goes through the ledger, in the reader’s language, and its state can be asked for', async () => {
    const browser = await member('test@example.org')
    await addPhone(site.database.db.orm, 'test@example.org', '+442079460958')
    const profile = { first_name: '', last_name: '', avatar: null, language: 'uk', timezone: 'UTC' }
    await browser.put('/api/users/profile/', profile)
    const answer = await send(browser, 'SMS')
    expect(answer.status).toBe(202)
    const queued = answer.json<AlertDelivery>()
    expect(queued).toMatchObject({ channel: 'SMS', to: '+44…0958', state: 'QUEUED', attempts: 0 })
    await site.clock.advance(2_000)
    const [sms] = await twilio.waitFor(1)
    expect(sms?.form['Body']).toBe('Roundsman: тест. Сповіщення через SMS на цей номер доходять.')
    await expect.poll(async () => (await stateOf(browser, queued.id)).state).toBe('SENT')
    const mail = (await send(browser, 'EMAIL')).json<AlertDelivery>()
    await site.clock.advance(2_000)
    const [caught] = await catcher.waitFor(1)
    expect(caught?.mail.subject).toBe('Тестове повідомлення Roundsman')
    const { rows } = await site.database.db.orm.execute<{ spent: boolean; purpose: string }>(
      sql`select spent_at is not null as spent, purpose from delivery where id = ${queued.id}`,
    )
    expect(rows).toEqual([{ spent: true, purpose: 'alert' }])
    // Another user's is not there, and what is no test is none.
    const other = await member('other@example.org')
    expect((await other.get(`/api/alerts/test/${mail.id}/`)).status).toBe(404)
    expect((await browser.get('/api/alerts/test/999999/')).status).toBe(404)
  })

  test('E104: a channel that cannot be used is refused by name, and the sixth test of an hour has to wait', async () => {
    const browser = await member('limit@example.org')
    const without = await send(browser, 'VOICE')
    expect([without.status, Object.keys(without.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['channel'],
    ])
    for (let sent = 0; sent < 5; sent += 1) expect((await send(browser, 'EMAIL')).status).toBe(202)
    const refused = await send(browser, 'EMAIL')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    // The wall alone: every loop would live through an hour of its own, which takes a busy machine minutes.
    site.clock.setNow(site.clock.now() + 3_600_000)
    expect((await send(browser, 'EMAIL')).status).toBe(202)
  })
})

describe('how conditions stand', () => {
  const read = (browser: TestBrowser, query = '') => browser.get(`/api/alerts/conditions/1/${query}`)

  test('E105: nothing is known of a network that nobody saw: every setting of the target is UNKNOWN', async () => {
    const browser = await member('cond@example.org')
    const { conditions } = (await read(browser)).json<AlertConditions>()
    expect(conditions.map(({ setting_id }) => setting_id)).toContain(9012)
    expect(conditions.every(({ setting_id }) => setting_id >= 9000)).toBe(true)
    const unknown = { state: 'UNKNOWN', since: null, observed_at: null }
    expect(conditions[0]).toEqual({ setting_id: 9011, value: null, ...unknown })
    const ofAda = (await read(browser, `?blockchain_validator_id=${ada}`)).json<AlertConditions>()
    expect(ofAda.conditions.filter(({ setting_id: id }) => id >= 7000 && id < 11_000)).toEqual([])
    expect(ofAda.conditions[0]).toEqual({ setting_id: 1011, value: null, ...unknown })
  })

  test('E105: of a bridge each of its settings has its state, the last known figure and how old that is', async () => {
    const browser = await member('bridge-cond@example.org')
    const { orm } = site.database.db
    const updatedAt = Date.UTC(2026, 10, 21, 12)
    const id = await addBridge(orm, { peerId: '12D3KooWCond', state: { updatedAt } })
    const { conditions } = (await read(browser, `?bridge_id=${id}`)).json<AlertConditions>()
    expect(conditions.map(({ setting_id }) => Math.floor(setting_id / 1000))).toEqual([
      ...[7, 7, 7, 7, 7, 7],
      ...[8, 8, 8, 8, 8, 8, 8, 8],
    ])
    const observed_at = new Date(updatedAt).toISOString()
    // Nothing was decided yet, and nobody sees the network: how long it has been silent is known all the same.
    for (const one of conditions) expect(one).toMatchObject({ state: 'UNKNOWN', since: null, observed_at })
    const valueOf = (setting: number) => conditions.find((one) => one.setting_id === setting)?.value
    expect(valueOf(7011)).toBeGreaterThanOrEqual(0)
    expect([valueOf(8011), valueOf(8111)]).toEqual([null, null])
  })

  test('E105: a target that the network has not is not there', async () => {
    const browser = await member('none@example.org')
    for (const query of [
      `blockchain_validator_id=${bob}`,
      'blockchain_validator_id=99999',
      'bridge_id=99999',
    ])
      expect((await read(browser, `?${query}`)).status).toBe(404)
    expect((await read(browser, `?blockchain_validator_id=${ada}&bridge_id=1`)).status).toBe(400)
  })
})

describe('what is set for bridges', () => {
  const [silent, stalled] = [7011, 8111]
  const entries = (setting_id: number) => [{ setting_id, channels: ['EMAIL'] }]
  const change = async (browser: TestBrowser, body: object) => {
    const answer = await browser.post('/api/alerts/user-settings/manage/', { blockchain_id: 1, ...body })
    return placesOf(answer.json<{ entries: AlertEntry[] }>().entries)
  }
  const placesOf = (found: readonly AlertEntry[]) =>
    found.map((one) => [one.blockchain_validator_id, one.bridge_id, one.setting_id])

  test('E72: they are targets as validators are, one or several, and what is set for every bridge stays', async () => {
    const browser = await member('bridges@example.org')
    const { orm } = site.database.db
    const copper = await addBridge(orm, { peerId: '12D3KooWCopper' })
    const tallow = await addBridge(orm, { peerId: '12D3KooWTallow', source: 'SCRAPE' })
    await change(browser, { entries: entries(silent) })
    await change(browser, { blockchain_validator_id: ada, entries: entries(jailed) })
    expect(await change(browser, { bridge_id: copper, entries: entries(silent) })).toEqual([
      [null, copper, silent],
    ])
    const targets = [{ bridge_id: copper }, { bridge_id: tallow }]
    const both = [
      [null, copper, stalled],
      [null, tallow, stalled],
    ]
    expect(await change(browser, { targets, entries: entries(stalled) })).toEqual(both)
    expect(placesOf(await entriesOf(browser))).toEqual([[null, null, silent], [ada, null, jailed], ...both])
  })

  test('E74: it belongs to the peer id, also once another one of ours has it', async () => {
    const browser = await member('moved@example.org')
    const { orm } = site.database.db
    const peerId = '12D3KooWMoved'
    const bridges = async () => (await entriesOf(browser)).map(({ bridge_id }) => bridge_id)
    const scraped = await addBridge(orm, { peerId, source: 'SCRAPE' })
    await change(browser, { bridge_id: scraped, entries: entries(stalled) })
    const pushed = await addBridge(orm, { peerId })
    expect(await bridges()).toEqual([pushed])
    const [before] = await entriesOf(browser)
    // Whichever of the two is named: it is the same target.
    const targets = [{ bridge_id: scraped }, { bridge_id: pushed }]
    expect(await change(browser, { targets, entries: entries(stalled) })).toHaveLength(1)
    expect(await entriesOf(browser)).toEqual([before])
    await orm.execute(sql`delete from bridge where peer_id = ${peerId}`)
    expect(await bridges()).toEqual([])
    const later = await addBridge(orm, { peerId })
    expect(await bridges()).toEqual([later])
  })
})

describe('muting what an alert is about', () => {
  const mute = (browser: TestBrowser, ids: number[], isOn = true) =>
    browser.post('/api/alerts/mute-conditions/', { alert_ids: ids, mute: isOn })
  const history = async (browser: TestBrowser) =>
    (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
  let height = 1_000
  /** Which outage of theirs it is. */
  let times = 1
  /** Something begins of some validators, as one storm. */
  async function begins(settingId: number, ...ids: number[]) {
    const { db } = site.platform
    height += 1
    const outcomes = ids.map((id) => {
      const key = `validator:${id}`
      return someOutcome({
        settingId,
        key: `1/${key}/${settingId}/${times}@${height}`,
        target: { key, type: 'VALIDATOR', id },
        height,
      })
    })
    await db.transaction((tx) => createAlertRig(db).raise(tx, 1, outcomes, deciding.begin(1)))
  }
  const [missedThree, signsAgain, missedTen] = [1121, 1122, 1141]

  test('E137 E138: that condition on that target, beginnings and ends, for an hour, of the one who says so', async () => {
    const { orm } = site.database.db
    const [cleo, dan] = [await member('cleo@example.org'), await member('dan@example.org')]
    const [one, two] = [
      await addValidator(orm, { operator: 'muted one' }),
      await addValidator(orm, { operator: 'muted two' }),
    ]
    // Of every validator of the network.
    const settings = [missedThree, signsAgain, missedTen]
    await wants('cleo@example.org', settings)
    await wants('dan@example.org', settings)
    await begins(missedThree, one, two)
    const first = (await history(cleo)).find(({ blockchain_validator_id: id }) => id === one)
    if (!first) throw new Error('nobody was notified')
    expect(first.muted_until).toBeNull()
    const until = new Date(site.clock.now() + 3_600_000).toISOString()
    const answer = await mute(cleo, [first.id, first.id])
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ alerts: [{ alert_id: first.id, muted_until: until }] })
    // Said again it is no longer one.
    await site.clock.advance(60_000)
    expect((await mute(cleo, [first.id])).json()).toEqual(answer.json())
    expect((await entriesOf(cleo)).map(({ muted_until: end }) => end)).toEqual([null, null, null])

    // Another outage, of which nobody was told: its end is no news (E321).
    times = 2
    await begins(missedThree, one, two)
    await begins(signsAgain, one)
    await begins(missedTen, one)
    const reported = async (browser: TestBrowser) =>
      (await history(browser))
        .filter(({ height: at }) => at !== first.height)
        .map((item) => {
          const name = item.blockchain_validator_id === one ? 'one' : 'two'
          return [item.setting_id, name, item.deliveries[0]?.detail ?? null, item.muted_until !== null]
        })
    expect((await reported(cleo)).sort()).toEqual(
      [
        [missedThree, 'one', 'muted', true],
        [missedThree, 'two', null, false],
        [signsAgain, 'one', 'muted', true],
        [missedTen, 'one', null, false],
      ].sort(),
    )
    expect((await reported(dan)).map(([, , detail, isMuted]) => [detail, isMuted])).toEqual(
      Array.from({ length: 4 }, () => [null, false]),
    )
  })

  test('E138: it can be undone, and ends by itself', async () => {
    const eli = await member('eli@example.org')
    const one = await addValidator(site.database.db.orm, { operator: 'muted three' })
    await wants('eli@example.org', [missedThree], { validatorKey: 'muted three' })
    const newest = async () => (await history(eli))[0]
    await begins(missedThree, one)
    const { id } = (await newest()) ?? { id: 0 }
    await mute(eli, [id])
    expect((await mute(eli, [id], false)).json()).toEqual({ alerts: [{ alert_id: id, muted_until: null }] })
    await begins(missedThree, one)
    expect((await newest())?.deliveries[0]?.detail).toBeNull()
    await mute(eli, [id])
    await begins(missedThree, one)
    expect((await newest())?.deliveries[0]?.detail).toBe('muted')
    await site.clock.advance(3_600_000)
    await begins(missedThree, one)
    expect(await newest()).toMatchObject({ muted_until: null, deliveries: [{ detail: null }] })
  })

  test('E300: the settings say what is muted beside the entries, until when, and it ends by its id; another’s does not', async () => {
    const [ann, mallory] = [await member('amy@example.org'), await member('mallory3@example.org')]
    const one = await addValidator(site.database.db.orm, { operator: 'muted five' })
    // Of every validator: no entry is of the one that is muted.
    await wants('amy@example.org', [missedThree, signsAgain, missedTen])
    await begins(missedThree, one)
    const settingsOf = async () => await ann.get(own)
    const mutesOf = async () => (await settingsOf()).json<UserAlertSettings>().condition_mutes
    const [alert] = await history(ann)
    expect(await mutesOf()).toEqual([])
    const before = String((await settingsOf()).headers['etag'])
    await mute(ann, [alert?.id ?? 0])
    const [muted, ...others] = (await mutesOf()) ?? []
    expect(others).toEqual([])
    expect(muted).toEqual({
      id: expect.any(Number),
      ...{ blockchain_validator_id: one, bridge_id: null, setting_id: missedThree },
      muted_until: new Date(site.clock.now() + 3_600_000).toISOString(),
    })
    // The tag is another one, yet a change that was made from what is set still goes through.
    expect(String((await settingsOf()).headers['etag'])).not.toBe(before)
    const change = { blockchain_id: 1, blockchain_validator_id: one, entries: [] }
    const headers = { 'if-match': before }
    expect((await ann.post('/api/alerts/user-settings/manage/', change, { headers })).status).toBe(200)

    const end = (browser: TestBrowser) =>
      browser.post('/api/alerts/unmute-conditions/', { mute_ids: [muted?.id] })
    expect((await end(mallory)).status).toBe(404)
    expect(await mutesOf()).toHaveLength(1)
    expect((await end(ann)).status).toBe(204)
    expect(await mutesOf()).toEqual([])
    expect((await history(ann))[0]?.muted_until).toBeNull()
    expect((await end(ann)).status).toBe(404)

    await mute(ann, [alert?.id ?? 0])
    await site.clock.advance(3_600_000)
    expect(await mutesOf()).toEqual([])
  })

  test('E138: what does not concern the caller is not there, and nothing is muted', async () => {
    const [fay, mallory] = [await member('fay@example.org'), await member('mallory2@example.org')]
    const one = await addValidator(site.database.db.orm, { operator: 'muted four' })
    await wants('fay@example.org', [missedThree, missedTen], { validatorKey: 'muted four' })
    await wants('mallory2@example.org', [missedTen], { validatorKey: 'muted four' })
    await begins(missedThree, one)
    await begins(missedTen, one)
    const ids = (await history(fay)).map(({ id }) => id)
    expect((await mute(mallory, ids)).status).toBe(404)
    expect((await history(mallory)).map(({ muted_until: until }) => until)).toEqual([null])
    expect((await mute(fay, [])).status).toBe(400)
  })

  test('E139: how many wait to be acknowledged, wherever in the history: warnings and critical ones, none that was held back or muted', async () => {
    const gus = await member('gus@example.org')
    const one = await addValidator(site.database.db.orm, { operator: 'counted' })
    await wants('gus@example.org', [missedThree, signsAgain, missedTen], { validatorKey: 'counted' })
    const count = async (browser = gus) =>
      (await browser.get('/api/alerts/unacknowledged/1/')).json<{ count: number }>().count
    expect(await count()).toBe(0)
    const { db } = site.platform
    const target = { key: `validator:${one}`, type: 'VALIDATOR' as const, id: one }
    const many = (severity: 'INFO' | 'WARNING' | 'CRITICAL', more: number, over: object = {}) =>
      Array.from({ length: more }, () => {
        height += 1
        return someOutcome({ settingId: missedThree, target, height, severity, ...over })
      })
    const raise = (...outcomes: ReturnType<typeof many>) =>
      db.transaction((tx) => createAlertRig(db).raise(tx, 1, outcomes, deciding.begin(1)))
    // More than the history reads at once.
    await raise(...many('WARNING', 130), ...many('CRITICAL', 20), ...many('INFO', 5))
    await raise(...many('CRITICAL', 3, { kind: 'HELD' }))
    expect(await count()).toBe(150)
    const page = (await gus.get('/api/alerts/history/1/?limit=200')).json<AlertHistoryItem[]>()
    const seen = page.filter(({ severity }) => severity === 'CRITICAL').slice(-2)
    await gus.post('/api/alerts/acknowledge/', { alert_ids: seen.map(({ id }) => id) })
    expect(await count()).toBe(148)
    await mute(gus, [seen[0]?.id ?? 0])
    await raise(...many('CRITICAL', 1))
    expect(await count()).toBe(148)
    expect(await count(await member('nobody2@example.org'))).toBe(0)
    expect((await gus.get('/api/alerts/unacknowledged/99/')).status).toBe(404)
  })
})
