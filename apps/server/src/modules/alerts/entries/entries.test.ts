import type { AlertEntry, AlertSetting, AlertSettings } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { openNextEpoch } from '../../watch/testing/accept-in.ts'
import { addBridge } from '../testing/some-bridges.ts'
import { addPhone, addValidator } from '../testing/some-validators.ts'

const password = 'a long enough password'
const manage = '/api/alerts/user-settings/manage/'
const own = '/api/alerts/user-settings/1/'
let site: TestApp
let settings: AlertSettings
let ada: number
let bob: number
let abroad: number
let copper: number
let bridgeAbroad: number
let serial = 0

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([
      testNetwork(),
      testNetwork({ blockchain_id: 2 }),
      testNetwork({ blockchain_id: 3, access: 'VIP' }),
    ]),
    config: {
      twilio: { accountSid: 'AC0', authToken: 'none', from: '+15005550006', url: 'http://127.0.0.1:1' },
    },
  })
  await site.app.prepare()
  const { orm } = site.database.db
  ada = await addValidator(orm, { operator: 'ada' })
  bob = await addValidator(orm, { operator: 'bob' })
  abroad = await addValidator(orm, { networkId: 2, operator: 'abroad' })
  settings = (await (await member()).get('/api/alerts/settings/')).json()
  copper = await addBridge(orm, { peerId: '12D3KooWCopper' })
  bridgeAbroad = await addBridge(orm, { networkId: 2, peerId: '12D3KooWCopper' })
})
afterAll(() => site.close())

/** Somebody new. */
async function member({ phone = false, group = 'member' } = {}): Promise<TestBrowser> {
  serial += 1
  const email = `user${serial}@example.org`
  await site.createUser(email, password, group)
  if (phone) await addPhone(site.database.db.orm, email, `+4420794609${serial + 10}`)
  return site.signedIn({ email, password })
}

const idOf = (type: keyof AlertSettings, index = 0) => (settings[type][index] as AlertSetting).id
const entry = (setting_id: number, ...channels: string[]) => ({ setting_id, channels })
const change = async (browser: TestBrowser, body: object, headers: Record<string, string> = {}) =>
  browser.post(manage, { blockchain_id: 1, ...body }, { headers })
const entriesOf = async (browser: TestBrowser): Promise<AlertEntry[]> =>
  (await browser.get(own)).json<{ entries: AlertEntry[] }>().entries
const etagOf = async (browser: TestBrowser) => String((await browser.get(own)).headers['etag'])
const shapes = (entries: readonly AlertEntry[]) =>
  entries.map((one) => [one.blockchain_validator_id, one.setting_id, one.channels.join('+')])

describe('what a change does', () => {
  test('E72: it replaces what the user has on its target and on no other, and answers what is there now', async () => {
    const browser = await member({ phone: true })
    const answer = await change(browser, {
      blockchain_validator_id: ada,
      entries: [entry(idOf('JAILED'), 'VOICE', 'SMS'), entry(idOf('UPTIME'), 'EMAIL')],
    })
    expect(answer.status).toBe(200)
    const { entries } = answer.json<{ entries: AlertEntry[] }>()
    expect(entries[0]).toEqual({
      id: entries[0]?.id,
      blockchain_validator_id: ada,
      bridge_id: null,
      setting_id: idOf('JAILED'),
      channels: ['SMS', 'VOICE'],
      muted_until: null,
    })
    await change(browser, { blockchain_validator_id: bob, entries: [entry(idOf('BONDED'), 'EMAIL')] })
    await change(browser, { entries: [entry(idOf('NETWORK'), 'EMAIL'), entry(idOf('JAILED'), 'SMS')] })
    await browser.post(manage, {
      blockchain_id: 2,
      blockchain_validator_id: abroad,
      entries: [entry(idOf('JAILED'), 'EMAIL')],
    })
    const second = await change(browser, {
      blockchain_validator_id: ada,
      entries: [entry(idOf('UPTIME'), 'EMAIL', 'SMS'), entry(idOf('TOMBSTONED'), 'EMAIL')],
    })
    expect(shapes(second.json<{ entries: AlertEntry[] }>().entries)).toEqual([
      [ada, idOf('UPTIME'), 'SMS+EMAIL'],
      [ada, idOf('TOMBSTONED'), 'EMAIL'],
    ])
    expect(shapes(await entriesOf(browser))).toEqual([
      [ada, idOf('UPTIME'), 'SMS+EMAIL'],
      [bob, idOf('BONDED'), 'EMAIL'],
      [null, idOf('NETWORK'), 'EMAIL'],
      [null, idOf('JAILED'), 'SMS'],
      [ada, idOf('TOMBSTONED'), 'EMAIL'],
    ])
  })

  test('E72: several targets are one change, the whole network among them; without channels an entry is left out', async () => {
    const browser = await member()
    const targets = [{ blockchain_validator_id: ada }, {}, { blockchain_validator_id: bob, bridge_id: null }]
    const answer = await change(browser, {
      targets: [...targets, { blockchain_validator_id: ada }],
      entries: [entry(idOf('JAILED'), 'EMAIL', 'EMAIL'), entry(idOf('UPTIME'))],
    })
    expect(shapes(answer.json<{ entries: AlertEntry[] }>().entries)).toEqual([
      [ada, idOf('JAILED'), 'EMAIL'],
      [null, idOf('JAILED'), 'EMAIL'],
      [bob, idOf('JAILED'), 'EMAIL'],
    ])
    const emptied = await change(browser, { targets: [targets[0], {}], entries: [] })
    expect(emptied.json()).toEqual({ entries: [] })
    expect(shapes(await entriesOf(browser))).toEqual([[bob, idOf('JAILED'), 'EMAIL']])
  })

  test('E72: what stays keeps its id and its mute, and repeating a change changes nothing', async () => {
    const browser = await member()
    const body = { blockchain_validator_id: ada, entries: [entry(idOf('JAILED'), 'EMAIL')] }
    const [first] = (await change(browser, body)).json<{ entries: AlertEntry[] }>().entries
    const until = '2026-11-23T00:00:00.000Z'
    await site.database.db.orm.execute(
      sql`update alert_entry set muted_until = ${until}::timestamptz where id = ${first?.id}`,
    )
    const etag = await etagOf(browser)
    expect((await change(browser, body)).json()).toEqual({ entries: [{ ...first, muted_until: until }] })
    expect(await etagOf(browser)).toBe(etag)
    const more = { ...body, entries: [...body.entries, entry(idOf('UPTIME'), 'EMAIL')] }
    const [kept] = (await change(browser, more)).json<{ entries: AlertEntry[] }>().entries
    expect(kept).toEqual({ ...first, muted_until: until })
  })

  test('E73: of changes made from the same settings one holds, the others are told that they are others now', async () => {
    const browser = await member()
    const etag = await etagOf(browser)
    const attempts = [ada, bob, ada, bob].map((blockchain_validator_id) =>
      change(
        browser,
        { blockchain_validator_id, entries: [entry(idOf('JAILED'), 'EMAIL')] },
        { 'if-match': etag.replace('W/', '') },
      ),
    )
    const answers = await Promise.all(attempts)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
    const refused = answers.find(({ status }) => status === 412)
    expect(refused?.json()).toMatchObject({ code: 'changed_elsewhere' })
    expect(await entriesOf(browser)).toHaveLength(1)
    const body = { blockchain_validator_id: ada, entries: [] }
    const present = { 'if-match': await etagOf(browser) }
    expect((await change(browser, body, present)).status).toBe(200)
    expect((await change(browser, body, { 'if-match': '*' })).status).toBe(200)
    const unchanged = await browser.get(own, { headers: { 'if-none-match': await etagOf(browser) } })
    expect(unchanged.status).toBe(304)
  })

  test('E74: an entry belongs to the operator: it is there under the new id once a changed chain was accepted', async () => {
    const { db } = site.database
    const browser = await member()
    await db.orm.execute(sql`insert into watch_network (network_id, epoch, chain_id) values (2, 1, 'old')`)
    const on = (blockchain_validator_id: number) => ({
      blockchain_id: 2,
      blockchain_validator_id,
      entries: [entry(idOf('JAILED'), 'EMAIL')],
    })
    await browser.post(manage, on(abroad))
    const read = async () =>
      shapes((await browser.get('/api/alerts/user-settings/2/')).json<{ entries: AlertEntry[] }>().entries)
    await openNextEpoch(db, 2, 'new')
    // Until the new chain names it, by the id that it had: never as one of the whole network.
    expect(await read()).toEqual([[abroad, idOf('JAILED'), 'EMAIL']])
    const again = await addValidator(db.orm, {
      networkId: 2,
      epoch: 2,
      operator: 'abroad',
      consensus: 'OTHER',
    })
    expect(await read()).toEqual([[again, idOf('JAILED'), 'EMAIL']])
    // Under either id it is the same entry.
    expect((await browser.post(manage, on(abroad))).json<{ entries: AlertEntry[] }>().entries).toHaveLength(1)
    await browser.post(manage, { ...on(again), entries: [] })
    expect(await read()).toEqual([])
  })

  test('E74: what was chosen before the operator was known is the same entry afterwards', async () => {
    const { orm } = site.database.db
    const browser = await member()
    const id = await addValidator(orm, { operator: null, consensus: 'NAMELESS' })
    const body = { blockchain_validator_id: id, entries: [entry(idOf('JAILED'), 'EMAIL')] }
    const [first] = (await change(browser, body)).json<{ entries: AlertEntry[] }>().entries
    await orm.execute(sql`update watch_validator set operator_address = 'named' where id = ${id}`)
    expect(await entriesOf(browser)).toEqual([first])
    expect((await change(browser, body)).json()).toEqual({ entries: [first] })
    const { rows } = await orm.execute<{ key: string }>(
      sql`select validator_key as key from alert_entry where id = ${first?.id}`,
    )
    expect(rows).toEqual([{ key: 'named' }])
  })
})

describe('E75: what is wrong changes nothing', () => {
  const email = () => entry(idOf('JAILED'), 'EMAIL')
  const refusals: [string, () => object, string][] = [
    ['an unknown setting', () => ({ entries: [email(), entry(999_999, 'EMAIL')] }), 'entries.1.setting_id'],
    ['a setting that is listed twice', () => ({ entries: [email(), email()] }), 'entries.1.setting_id'],
    [
      'a setting of the network on a validator',
      () => ({ blockchain_validator_id: ada, entries: [email(), entry(idOf('NETWORK'), 'EMAIL')] }),
      'entries.1.setting_id',
    ],
    [
      'a setting of bridges on a validator, one of several targets',
      () => ({
        targets: [{}, { blockchain_validator_id: ada }],
        entries: [entry(idOf('SYNC_STATUS'), 'EMAIL')],
      }),
      'entries.0.setting_id',
    ],
    [
      'a wrong setting that would be left out',
      () => ({ blockchain_validator_id: ada, entries: [entry(idOf('NETWORK'))] }),
      'entries.0.setting_id',
    ],
    [
      'a validator of another network',
      () => ({ blockchain_validator_id: abroad, entries: [email()] }),
      'blockchain_validator_id',
    ],
    [
      'a validator of another network among others',
      () => ({
        targets: [{ blockchain_validator_id: ada }, { blockchain_validator_id: abroad }],
        entries: [email()],
      }),
      'targets.1.blockchain_validator_id',
    ],
    [
      'a validator that nobody has',
      () => ({ blockchain_validator_id: 0, entries: [] }),
      'blockchain_validator_id',
    ],
    ['a bridge that nobody has', () => ({ bridge_id: 99_999, entries: [] }), 'bridge_id'],
    ['a bridge of another network', () => ({ bridge_id: bridgeAbroad, entries: [] }), 'bridge_id'],
    [
      'validators and bridges at once, whose settings are others',
      () => ({
        targets: [{ blockchain_validator_id: ada }, { bridge_id: copper }],
        entries: [entry(idOf('SYNC_STATUS'), 'EMAIL')],
      }),
      'entries.0.setting_id',
    ],
    [
      'two targets at once',
      () => ({ blockchain_validator_id: ada, bridge_id: 1, entries: [email()] }),
      'bridge_id',
    ],
    [
      'a target beside the list of them',
      () => ({ blockchain_validator_id: ada, targets: [{}], entries: [email()] }),
      'targets',
    ],
    ['no target in the list', () => ({ targets: [], entries: [email()] }), 'targets'],
    [
      'a channel without a confirmed contact',
      () => ({ entries: [entry(idOf('JAILED'), 'SMS')] }),
      'entries.0.channels',
    ],
    [
      'a channel that nobody has',
      () => ({ entries: [entry(idOf('JAILED'), 'PIGEON')] }),
      'entries.0.channels.0',
    ],
    ['no entries', () => ({ blockchain_validator_id: ada }), 'entries'],
    [
      'more entries than there are settings',
      () => ({ entries: Array.from({ length: 1001 }, (_unused, index) => entry(index, 'EMAIL')) }),
      'entries',
    ],
    [
      'more targets than a network has',
      () => ({ targets: Array.from({ length: 501 }, () => ({ blockchain_validator_id: ada })), entries: [] }),
      'targets',
    ],
    ['an id that is none', () => ({ blockchain_validator_id: -1, entries: [] }), 'blockchain_validator_id'],
  ]

  test.each(refusals)('E75: %s', async (_what, body, field) => {
    const browser = await member()
    await change(browser, {
      targets: [{}, { blockchain_validator_id: ada }],
      entries: [entry(idOf('BONDED'), 'EMAIL')],
    })
    const before = await entriesOf(browser)
    const answer = await change(browser, body())
    expect([answer.status, answer.json()]).toMatchObject([400, { code: 'validation_failed' }])
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field])
    expect(await entriesOf(browser)).toEqual(before)
  })

  test('E75: a misspelled target is none, and not the whole network', async () => {
    const browser = await member()
    for (const body of [
      { validator_id: ada, entries: [email()] },
      { targets: [{ validator: ada }], entries: [email()] },
    ])
      expect((await change(browser, body)).status).toBe(400)
    expect(await entriesOf(browser)).toEqual([])
  })

  test('E75: a million entries are too large a body, and twenty thousand are as many as one user has', async () => {
    const browser = await member()
    const million = `{"blockchain_id":1,"entries":[${Array(1_000_000).fill('{}').join()}]}`
    const answer = await browser.post(manage, million, { headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBe(413)
    await change(browser, { entries: [email()] })
    const { orm } = site.database.db
    await orm.execute(sql`
      insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
      select user_id, network_id, 'v' || n, setting_id, channels, created_at
      from alert_entry, generate_series(1, 19999) n where user_id = (select max(id) from user_account)`)
    const full = await change(browser, { blockchain_validator_id: ada, entries: [email()] })
    expect([full.status, full.json()]).toMatchObject([
      400,
      { errors: { entries: [expect.stringContaining('20000')] } },
    ])
    // Fewer are welcome.
    expect((await change(browser, { entries: [] })).status).toBe(200)
    expect((await change(browser, { blockchain_validator_id: ada, entries: [email()] })).status).toBe(200)
  })

  test('E75: what a target has already may stay where its channel has no confirmed contact any more', async () => {
    const { orm } = site.database.db
    const email = 'keeper@example.org'
    await site.createUser(email, password)
    await addPhone(orm, email, '+442079460991')
    const browser = await site.signedIn({ email, password })
    const texted = entry(idOf('JAILED'), 'SMS')
    expect((await change(browser, { blockchain_validator_id: ada, entries: [texted] })).status).toBe(200)
    await orm.execute(
      sql`delete from user_phone where user_id = (select id from user_account where email = ${email})`,
    )
    const more = [texted, entry(idOf('BONDED'), 'EMAIL')]
    expect((await change(browser, { blockchain_validator_id: ada, entries: more })).status).toBe(200)
    expect((await entriesOf(browser)).map(({ channels }) => channels)).toEqual([['SMS'], ['EMAIL']])
    // Nothing new goes there, neither here nor elsewhere.
    for (const body of [
      { blockchain_validator_id: ada, entries: [texted, entry(idOf('BONDED'), 'SMS')] },
      { entries: [texted] },
    ])
      expect((await change(browser, body)).json()).toMatchObject({ code: 'validation_failed' })
  })

  test('E75: a channel that the site has no provider for, whoever has a number', async () => {
    const bare = await createTestApp({ catalogue: testCatalogue([testNetwork()]) })
    try {
      await bare.app.prepare()
      await bare.createUser('ada@example.org', password)
      await addPhone(bare.database.db.orm, 'ada@example.org', '+442079460990')
      const browser = await bare.signedIn({ email: 'ada@example.org', password }, { language: 'uk' })
      const answer = await change(browser, { entries: [entry(idOf('JAILED'), 'VOICE')] })
      expect([answer.status, answer.json()]).toMatchObject([
        400,
        { errors: { 'entries.0.channels': ['Цей канал на сайті не налаштовано.'] } },
      ])
    } finally {
      await bare.close()
    }
  })

  test('E75: a network that is not there, or not for everybody', async () => {
    const browser = await member()
    const body = { entries: [email()] }
    expect((await browser.post(manage, { ...body, blockchain_id: 99 })).json()).toMatchObject({
      code: 'network_not_found',
    })
    expect((await browser.post(manage, { ...body, blockchain_id: 3 })).status).toBe(403)
    expect((await browser.get('/api/alerts/user-settings/3/')).status).toBe(403)
    const vip = await member({ group: 'vip' })
    expect((await vip.post(manage, { ...body, blockchain_id: 3 })).status).toBe(200)
  })
})

test('E76: nobody sees or changes what another user has', async () => {
  const [eve, mallory] = [await member(), await member()]
  const body = { blockchain_validator_id: ada, entries: [entry(idOf('JAILED'), 'EMAIL')] }
  const [first] = (await change(eve, body)).json<{ entries: AlertEntry[] }>().entries
  expect(await entriesOf(mallory)).toEqual([])
  await change(mallory, body)
  await change(mallory, { ...body, entries: [] })
  expect(await entriesOf(eve)).toEqual([first])
})

test('E77: the table itself takes no entry twice, none on two targets, and none without channels or with unknown ones', async () => {
  const { orm } = site.database.db
  const browser = await member()
  await change(browser, { entries: [entry(idOf('JAILED'), 'EMAIL')] })
  const insert = (columns: { validator?: string; bridge?: string; setting?: number; channels: string }) =>
    orm.execute(sql`
      insert into alert_entry (user_id, network_id, validator_key, bridge_key, setting_id, channels, created_at)
      select max(id), 1, ${columns.validator ?? null}, ${columns.bridge ?? null}, ${columns.setting ?? idOf('BONDED')},
             ${columns.channels}::text[], now() from user_account`)
  const refused = [
    insert({ setting: idOf('JAILED'), channels: '{EMAIL}' }),
    insert({ validator: 'a', bridge: 'b', channels: '{EMAIL}' }),
    insert({ validator: '', channels: '{EMAIL}' }),
    insert({ channels: '{}' }),
    insert({ channels: '{NULL}' }),
    insert({ channels: '{EMAIL,SMS}' }),
    insert({ channels: '{SMS,SMS}' }),
    insert({ channels: '{PIGEON}' }),
    insert({ setting: 0, channels: '{EMAIL}' }),
  ]
  const outcomes = await Promise.allSettled(refused)
  expect(outcomes.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'))
  await insert({ channels: '{SMS,EMAIL}' })
})
