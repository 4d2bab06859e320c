import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { createMailCatcher, type MailCatcher } from '../../../testing/mail-catcher.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { alertRetentionMs } from '../../notifications/notifications.public.ts'
import { forgetAlerts } from '../record/alert.store.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addBridge } from '../testing/some-bridges.ts'
import { addPhone, addValidator } from '../testing/some-validators.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'

const password = 'a long enough password'
const history = '/api/alerts/history/1/'
const [jailed, missedThree, halted, stalled, shareMissed] = [2011, 1121, 9021, 8111, 1041]
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
      testNetwork({ name: 'Celestia' }),
      testNetwork({ blockchain_id: 2, access: 'VIP' }),
    ]),
    fetch: systemFetch,
    config: { mail: { smtpUrl: catcher.url, from: 'a@example.org' }, twilio: twilio.account },
  })
  await site.app.start()
  await site.database.db.orm.execute(
    sql`insert into watch_network (network_id, epoch, chain_id) values (1, 1, 'celestia'), (2, 1, 'mocha-4')`,
  )
  ada = await addValidator(site.database.db.orm, { operator: 'ada' })
  bob = await addValidator(site.database.db.orm, { operator: 'bob' })
})
afterAll(async () => {
  await site.close()
  await twilio.close()
  await catcher.close()
})

const on = (id: number) => ({ key: `validator:${id}`, type: 'VALIDATOR' as const, id })
async function raise(...outcomes: Outcome[]): Promise<void> {
  const { db } = site.platform
  const { raise: own } = createAlertRig(db)
  await db.transaction((tx) => own(tx, 1, outcomes, deciding.begin(1)))
}
const wants = (email: string, settings: number[], over: object = {}) =>
  subscribe(site.database.db, { email, settings, networkId: 1, ...over })
async function member(email: string): Promise<TestBrowser> {
  await site.createUser(email, password)
  return site.signedIn({ email, password })
}
const read = async (browser: TestBrowser, query = '') =>
  (await browser.get(`${history}${query}`)).json<AlertHistoryItem[]>()

describe('what arrives', () => {
  test('E95: the text is made when it is sent, in the language and zone that its reader has then', async () => {
    const browser = await member('late@example.org')
    await wants('late@example.org', [missedThree], { channels: ['SMS', 'EMAIL'] })
    await addPhone(site.database.db.orm, 'late@example.org', '+442079460977')
    await raise(someOutcome({ settingId: missedThree, target: on(ada), height: 6_000 }))
    const profile = { first_name: '', last_name: '', avatar: null, language: 'uk', timezone: 'Europe/Kyiv' }
    expect((await browser.put('/api/users/profile/', profile)).status).toBe(200)
    await site.clock.advance(2_000)
    const [caught] = await catcher.waitFor(1)
    expect(caught?.mail.subject).toMatch(/^\[Критично\] ada, Celestia: /)
    expect(caught?.mail.text).toContain('14:30')
    expect(caught?.mail.text).toMatch(/\/alerts-history\?alert=\d+\b/)
    const [sms] = await twilio.waitFor(1)
    expect(sms?.form['Body']).toMatch(/^Критично: ada, Celestia: 1 пропуск\. /)
  })

  test('E90: the command to unjail names the chain of its own network, however many are followed', async () => {
    await member('jail@example.org')
    await wants('jail@example.org', [jailed])
    const before = catcher.mails.length
    await raise(someOutcome({ settingId: jailed, target: on(bob), height: 6_001 }))
    await site.clock.advance(2_000)
    const caught = (await catcher.waitFor(before + 1)).at(-1)
    expect(caught?.mail.text).toMatch(/--chain-id celestia$/m)
    expect(caught?.mail.text).not.toContain('mocha')
  })
})

describe('what a user sees', () => {
  test('E237: the evidence of one or two missed blocks names no time to jail', async () => {
    const browser = await member('idle@example.org')
    await wants('idle@example.org', [missedThree], { validatorKey: 'bob' })
    for (const [height, consecutive_missed] of [
      [6_101, 1],
      [6_102, 3],
    ] as const) {
      const outcome = someOutcome({ settingId: missedThree, target: on(bob), height })
      await raise({ ...outcome, evidence: { ...outcome.evidence, consecutive_missed, seconds_to_jail: 252 } })
    }
    expect((await read(browser)).map(({ evidence }) => evidence.seconds_to_jail)).toEqual([252, null])
  })

  test('P884: a share of the window was missed since it was reached, and until it was below the line again', async () => {
    const browser = await member('share@example.org')
    await wants('share@example.org', [shareMissed, shareMissed + 1])
    const at = site.clock.now()
    const outcome = (settingId: number, from: number) => {
      const time = at + from * 1_000
      const key = `1/validator:${bob}/${settingId}/77@${settingId}`
      const one = someOutcome({ settingId, target: on(bob), height: 6_100, at: time, since: time, key })
      const kind = settingId === shareMissed ? ('BEGAN' as const) : ('ENDED' as const)
      const misses = { began_at: at - 600_000, ...(kind === 'ENDED' && { ended_at: at + 30_000 }) }
      return { ...one, kind, evidence: { ...one.evidence, observed_at: time, ...misses } }
    }
    await raise(outcome(shareMissed, 0))
    await raise(outcome(shareMissed + 1, 103))
    const iso = (seconds: number) => new Date(at + seconds * 1_000).toISOString()
    const [end, began] = await read(browser)
    expect(began).toMatchObject({ began_at: iso(0), status: 'ENDED', ended_at: iso(103) })
    expect(end).toMatchObject({ began_at: iso(103) })
  })

  test('E93: what concerned them when it happened, with their own deliveries only, newest first', async () => {
    const [eve, mallory] = [await member('eve@example.org'), await member('mallory@example.org')]
    await wants('eve@example.org', [jailed], { channels: ['SMS', 'EMAIL'] })
    await addPhone(site.database.db.orm, 'eve@example.org', '+442079460958')
    await wants('mallory@example.org', [jailed], { validatorKey: 'bob' })
    await raise(someOutcome({ settingId: jailed, target: on(ada), height: 11 }))
    await raise(someOutcome({ settingId: jailed, target: on(bob), height: 12 }))
    const [newest, older] = await read(eve)
    expect(newest).toMatchObject({ height: 12, target_name: 'bob', deliveries: [{}, {}] })
    expect(older).toMatchObject({
      at: '2026-11-21T12:30:05.000Z',
      height: 11,
      target_type: 'VALIDATOR',
      blockchain_validator_id: ada,
      bridge_id: null,
      target_name: 'ada',
      setting_id: jailed,
      type: 'JAILED',
      trigger: 'FALSE_TO_TRUE',
      severity: 'CRITICAL',
      title: 'Jailed',
      evidence: { assurance: 'PROVEN', host: 'rpc.example.org' },
      acknowledged_at: null,
      acknowledged_via: null,
    })
    expect(older?.message).toContain('Proven by the chain’s signatures.')
    expect(older?.deliveries.map(({ channel, to }) => `${channel} ${to}`).sort()).toEqual([
      'EMAIL e…@example.org',
      'SMS +44…0958',
    ])
    expect((await read(mallory)).map(({ height, deliveries }) => [height, deliveries.length])).toEqual([
      [12, 1],
    ])
    // Who wants it from now on was not concerned then; who does not want it any more was.
    await wants('mallory@example.org', [jailed], { validatorKey: 'ada' })
    await site.database.db.orm.execute(sql`
      delete from alert_entry where user_id in (select id from user_account where email = 'eve@example.org')`)
    expect(await read(mallory)).toHaveLength(1)
    expect(await read(eve)).toHaveLength(2)
  })

  test('E93: an alert on a bridge names it, has its id, and is found by it, whatever its id was then', async () => {
    const { orm } = site.database.db
    const browser = await member('harbour@example.org')
    await wants('harbour@example.org', [stalled])
    const peerId = '12D3KooWHarbour'
    const named = await addBridge(orm, { peerId, name: 'harbour-da' })
    const unnamed = await addBridge(orm, { peerId: '12D3KooWScraped', source: 'SCRAPE' })
    const onBridge = (id: number) => ({ key: `bridge:${id}` as const, type: 'BRIDGE' as const, id })
    const about = (id: number) => someOutcome({ settingId: stalled, target: onBridge(id), height: null })
    await raise(about(named), about(unnamed))
    const bridge = { target_type: 'BRIDGE', blockchain_validator_id: null, type: 'SYNC_STATUS' }
    expect(await read(browser)).toMatchObject([
      { ...bridge, bridge_id: unnamed, target_name: '12D3KooWScraped' },
      { ...bridge, bridge_id: named, target_name: 'harbour-da' },
    ])
    expect(await read(browser, `?bridge_id=${named}`)).toMatchObject([{ target_name: 'harbour-da' }])
    await orm.execute(sql`delete from bridge where id = ${named}`)
    expect(await read(browser, `?bridge_id=${named}`)).toEqual([])
    const renewed = await addBridge(orm, { peerId, name: 'harbour-da' })
    expect(await read(browser, `?bridge_id=${renewed}`)).toMatchObject([{ target_name: 'harbour-da' }])
  })

  test('E93: filters, and a cursor that neither repeats nor leaves out', async () => {
    const browser = await member('many@example.org')
    await wants('many@example.org', [jailed, missedThree, halted])
    const network = { key: 'network', type: 'ANY' as const, id: null }
    await raise(
      ...Array.from({ length: 70 }, (_unused, index) =>
        someOutcome({
          settingId: index % 2 === 0 ? jailed : missedThree,
          target: on(ada),
          height: 100 + index,
        }),
      ),
      someOutcome({ settingId: halted, target: network, height: null }),
      someOutcome({ settingId: jailed, target: on(bob), height: 99 }),
    )
    const all = await read(browser, '?limit=5000')
    expect(all).toHaveLength(72)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    const first = await read(browser)
    expect(first).toHaveLength(50)
    const second = await read(browser, `?before=${first.at(-1)?.id}`)
    expect([...first, ...second].map(({ id }) => id)).toEqual(ids)
    expect(await read(browser, `?type=NETWORK`)).toMatchObject([
      { target_name: null, blockchain_validator_id: null },
    ])
    expect(await read(browser, `?type=UPTIME&limit=200`)).toHaveLength(35)
    expect(await read(browser, `?type=&blockchain_validator_id=${bob}`)).toMatchObject([{ height: 99 }])
    expect(await read(browser, `?type=UPTIME&blockchain_validator_id=${bob}`)).toEqual([])
    expect(await read(browser, '?bridge_id=99999')).toEqual([])
    expect(await read(browser, '?blockchain_validator_id=99999')).toEqual([])
    expect((await browser.get(`${history}?type=PIGEON`)).status).toBe(400)
    expect((await browser.get(`${history}?before=x`)).status).toBe(400)
    expect((await browser.get('/api/alerts/history/2/')).status).toBe(403)
    expect((await browser.get('/api/alerts/history/99/')).status).toBe(404)
    const later = await browser.get(history)
    const again = await browser.get(history, { headers: { 'if-none-match': String(later.headers['etag']) } })
    expect(again.status).toBe(304)
  })

  test('E94: at most 400 days, then the alert goes, and with it whom it concerned', async () => {
    const browser = await member('old@example.org')
    await wants('old@example.org', [missedThree])
    await raise(someOutcome({ settingId: missedThree, target: on(ada), height: 5_000 }))
    expect(await read(browser)).toHaveLength(1)
    const { db } = site.platform
    const dayMs = 86_400_000
    await db.orm.execute(
      sql`update alert set created_at = created_at - interval '399 days' where height = 5000`,
    )
    await forgetAlerts(db.orm, db.now(), 400 * dayMs)
    expect(await read(browser)).toHaveLength(1)
    await db.orm.execute(
      sql`update alert set created_at = created_at - interval '2 days' where height = 5000`,
    )
    await forgetAlerts(db.orm, db.now(), alertRetentionMs)
    expect(alertRetentionMs).toBe(400 * dayMs)
    expect(await read(browser)).toEqual([])
    const { rows: orphans } = await db.orm.execute(
      sql`select from alert_recipient where alert_id not in (select id from alert)`,
    )
    expect(orphans).toEqual([])
  })
})
