import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import { type Contact, mostContacts } from '@roundsman/contract/accounts/contacts'
import type { Channels as ChannelsSchema } from '@roundsman/contract/accounts/accounts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createDiscord,
  createGotify,
  createMatrix,
  createNtfy,
  createPagerduty,
  createPushover,
  createSlack,
  createWebhook,
} from '../../../testing/providers/chat-providers.ts'
import { createPushService, type PushService } from '../../../testing/providers/push-service.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { subkey } from '../../../platform/config/secrets.ts'
import { createVapidKeys } from '../../notifications/channels/web-push/vapid-key.store.ts'
import { createTextSeal } from '../../../platform/config/text-seal.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'

type Channels = z.infer<typeof ChannelsSchema>
const [jailed, unjailed] = [2011, 2012]
const path = contactEndpoints.contacts.path
const password = 'a long enough password'

let rig: Calling
let browser: TestBrowser
let ntfy: Awaited<ReturnType<typeof createNtfy>>
let discord: Awaited<ReturnType<typeof createDiscord>>
let slack: Awaited<ReturnType<typeof createSlack>>
let gotify: Awaited<ReturnType<typeof createGotify>>
let matrix: Awaited<ReturnType<typeof createMatrix>>
let pagerduty: Awaited<ReturnType<typeof createPagerduty>>
let webhook: Awaited<ReturnType<typeof createWebhook>>
let pushover: Awaited<ReturnType<typeof createPushover>>

beforeAll(async () => {
  ;[ntfy, discord, slack, gotify, matrix, pushover] = await Promise.all([
    createNtfy(),
    createDiscord(),
    createSlack(),
    createGotify(),
    createMatrix(),
    createPushover(),
  ])
  ;[pagerduty, webhook] = await Promise.all([createPagerduty(), createWebhook()])
  rig = await createCalling({
    config: {
      pagerdutyUrl: pagerduty.origin,
      outboundAllow: ['127.0.0.1'],
      pushover: { url: pushover.origin, token: pushover.token },
    },
  })
  await rig.site.createUser('ada@example.org', password)
  browser = await rig.site.signedIn({ email: 'ada@example.org', password })
})
afterAll(async () => {
  await rig.close()
  await Promise.all(
    [ntfy, discord, slack, gotify, matrix, pushover, pagerduty, webhook].map((one) => one.close()),
  )
})

const bodies = () => ({
  DISCORD: { url: discord.url },
  SLACK: { url: slack.url },
  PAGERDUTY: { routing_key: pagerduty.key },
  WEBHOOK: { url: `${webhook.origin}/hooks/very-secret-path` },
  NTFY: { url: ntfy.url, token: ntfy.token },
  MATRIX: { homeserver: matrix.origin, room_id: matrix.room, access_token: matrix.token },
  PUSHOVER: { user_key: pushover.user },
  GOTIFY: { url: gotify.origin, token: gotify.token },
})
type Given = keyof ReturnType<typeof bodies>
const add = (channel: Given, over: object = {}, by = browser) =>
  by.post(path, { channel, name: `My ${channel}`, ...bodies()[channel], ...over })
const listOf = async (by = browser) =>
  (await by.get(path)).json<{ contacts: Contact[] }>().contacts.filter(({ id }) => id !== null)

/** Somebody who wants alerts of a validator by these channels, and has a contact of each. */
async function reader(
  settings: readonly number[],
  channels: readonly Given[],
): Promise<Caller & { by: TestBrowser }> {
  const who = await rig.subscriber(settings, channels)
  // An account with a password of its own: the same one.
  await rig.site.createUser(`own-${who.email}`, password)
  await rig.site.database.db.orm.execute(sql`
    update alert_entry set user_id = (select id from user_account where email = ${`own-${who.email}`})
    where user_id = ${who.userId}`)
  const by = await rig.site.signedIn({ email: `own-${who.email}`, password })
  for (const channel of channels) expect((await add(channel, {}, by)).status).toBe(201)
  return { ...who, by }
}

describe('D90: contacts that users give', () => {
  for (const channel of [
    'DISCORD',
    'SLACK',
    'PAGERDUTY',
    'WEBHOOK',
    'NTFY',
    'MATRIX',
    'PUSHOVER',
    'GOTIFY',
  ] as const)
    it(`${channel} is written to at once, and its secret does not come back`, async () => {
      const added = await add(channel)
      expect([added.status, added.json()]).toEqual([
        201,
        expect.objectContaining({
          channel,
          name: `My ${channel}`,
          state: 'CONFIRMED',
          problem: null,
          team_id: null,
        }),
      ])
      const shown = `${added.text}${(await browser.get(path)).text}`
      for (const secret of Object.values(bodies()[channel]).filter(
        (one) => one !== gotify.origin && one !== matrix.origin,
      ))
        expect(shown).not.toContain(secret)
      const { rows } = await rig.site.database.db.orm.execute<{ sealed: Uint8Array }>(
        sql`select sealed from user_contact where channel = ${channel}`,
      )
      for (const { sealed } of rows) expect(Buffer.from(sealed).toString('latin1')).not.toContain('correct')
    })

  it('the address and numbers are in the list, without an id', async () => {
    const { contacts } = (await browser.get(path)).json<{ contacts: Contact[] }>()
    expect(contacts.find(({ channel }) => channel === 'EMAIL')).toMatchObject({
      id: null,
      to: 'a…@example.org',
    })
  })

  it('what a provider refuses for good is not kept, and says why', async () => {
    const before = await listOf()
    const refused = await add('GOTIFY', { token: 'Awrong' })
    expect([refused.status, refused.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'contact_refused',
        detail: expect.stringMatching(/^Gotify: HTTP 401: you need/),
      }),
    ])
    for (const url of [
      'https://10.0.0.1/x',
      'http://8.8.8.8/x',
      'https://user:pass@hooks.test/x',
      'gopher://x/',
    ])
      expect((await add('SLACK', { url })).json()).toMatchObject({ code: 'address_not_allowed', status: 400 })
    expect((await add('NTFY', { url: ntfy.origin })).json()).toMatchObject({ code: 'validation_failed' })
    for (const over of [{ token: 'a b' }, { url: 'no address' }, { name: 'a\u0000b' }])
      expect((await add('GOTIFY', over)).json()).toMatchObject({ code: 'validation_failed', status: 400 })
    expect(await listOf()).toEqual(before)
  })

  it('without an answer it waits, and a test that arrives confirms it (D91)', async () => {
    slack.mishaps.push({ status: 503, body: 'busy' })
    const added = (await add('SLACK', { name: 'Late' })).json<Contact>()
    expect(added).toMatchObject({
      state: 'WAITING',
      problem: { code: 'no_answer', detail: 'Slack: HTTP 503: busy' },
    })
    const tested = await browser.post(`${path}${added.id}/test/`)
    expect([tested.status, tested.json()]).toEqual([
      202,
      expect.objectContaining({ channel: 'SLACK', to: added.to }),
    ])
    await rig.eventually(async () => (await listOf()).find(({ id }) => id === added.id)?.state, 'CONFIRMED')
  })

  for (const channel of ['PAGERDUTY', 'PUSHOVER'] as const)
    it(`D130: ${channel}, which is at an address of the site, waits too where it breaks off or says nothing`, async () => {
      const provider = { PAGERDUTY: pagerduty, PUSHOVER: pushover }[channel]
      provider.mishaps.push('lost')
      expect((await add(channel, { name: 'Broke off' })).json()).toMatchObject({
        state: 'WAITING',
        problem: {
          code: 'no_answer',
          detail: expect.stringMatching(/^127\.0\.0\.1 could not be reached \(\w+\)\.$/),
        },
      })
      provider.mishaps.push('never')
      const asked = provider.calls.length
      const added = add(channel, { name: 'Silent' })
      await provider.waitFor(asked + 1)
      await rig.site.clock.advance(10_000)
      expect((await added).json()).toMatchObject({
        state: 'WAITING',
        problem: { code: 'no_answer', detail: '127.0.0.1 did not answer in time.' },
      })
    })

  it('is renamed and removed by its owner alone', async () => {
    const [first] = await listOf()
    await rig.site.createUser('eve@example.org', password)
    const eve = await rig.site.signedIn({ email: 'eve@example.org', password })
    const own = `${path}${first?.id}/`
    expect((await eve.put(own, { name: 'Mine' })).status).toBe(404)
    expect((await eve.delete(own)).status).toBe(404)
    expect((await eve.post(`${own}test/`)).status).toBe(404)
    expect((await browser.put(own, { name: 'Ops' })).json()).toMatchObject({ id: first?.id, name: 'Ops' })
    expect((await browser.delete(own)).status).toBe(204)
    expect((await listOf()).map(({ id }) => id)).not.toContain(first?.id)
  })

  it('nobody has more than twenty', async () => {
    await rig.site.createUser('many@example.org', password)
    const many = await rig.site.signedIn({ email: 'many@example.org', password })
    await rig.site.database.db.orm.execute(sql`
      insert into user_contact (user_id, channel, name, shown, sealed, state, created_at)
      select id, 'SLACK', 'n', 's', '', 'CONFIRMED', now() from user_account, generate_series(1, ${mostContacts - 1})
      where email = 'many@example.org'`)
    expect((await add('SLACK', {}, many)).status).toBe(201)
    expect((await add('SLACK', {}, many)).json()).toMatchObject({ code: 'validation_failed' })
  })
})

it('D97: one user tries at most sixty an hour, so that nobody makes the site knock at doors', async () => {
  await rig.site.createUser('knocks@example.org', password)
  const knocks = await rig.site.signedIn({ email: 'knocks@example.org', password })
  const before = gotify.calls.length
  const statuses: number[] = []
  for (let tries = 0; tries < 61; tries += 1)
    statuses.push((await add('GOTIFY', { token: 'Awrong' }, knocks)).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429])
  expect(gotify.calls.length - before).toBe(60)
})

describe('WEB_PUSH', () => {
  let service: PushService
  const subscribe = (over: object = {}) =>
    browser.post(path, {
      channel: 'WEB_PUSH',
      name: 'This browser',
      subscription: service.subscription,
      ...over,
    })
  beforeAll(async () => {
    const { channels } = (await browser.get('/api/users/channels/')).json<Channels>()
    const key = channels.find(({ channel }) => channel === 'WEB_PUSH')?.application_server_key ?? ''
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
    service = await createPushService(key, rig.site.clock.now)
  })
  afterAll(() => service.close())

  it('D89: a browser that subscribed with the key of the site gets what only it can read', async () => {
    const added = await subscribe()
    expect([added.status, added.json<Contact>().state]).toEqual([201, 'CONFIRMED'])
    expect(added.text).not.toContain(service.subscription.keys.auth)
    expect(JSON.parse(service.pushed.at(-1)?.text ?? '')).toMatchObject({ title: 'Roundsman is connected' })
    const tested = await browser.post(`${path}${added.json<Contact>().id}/test/`)
    const id = tested.json<{ id: number }>().id
    // What the service took is not shown yet.
    const state = async () => (await browser.get(`/api/alerts/test/${id}/`)).json<{ state: string }>().state
    await rig.eventually(state, 'SENT')
    expect(service.pushed.at(-1)?.headers['topic']).not.toBe(service.pushed.at(-2)?.headers['topic'])
  })
  it('D88: keys that no browser gives are not taken, nor is a subscription that is gone', async () => {
    const wrong = { ...service.subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } }
    expect((await subscribe({ subscription: wrong })).json()).toMatchObject({
      code: 'validation_failed',
      errors: { subscription: [expect.any(String)] },
    })
    service.answers.push({ status: 410 })
    expect((await subscribe()).json()).toMatchObject({ code: 'contact_refused' })
  })
  it('D96: the key pair is made once, whoever asks, and sealed', async () => {
    const { db, ids, config } = rig.site.platform
    const kept = createTextSeal({
      key: subkey(config.secret, 'encryption'),
      randomToken: (bytes) => ids.token(bytes),
    })
    const [one, two] = await Promise.all([createVapidKeys(db, kept).keep(), createVapidKeys(db, kept).keep()])
    expect(one).toEqual(two)
    const { rows } = await db.orm.execute<{ sealed: Uint8Array }>(sql`select sealed from web_push_key`)
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]?.sealed ?? []).toString('latin1')).not.toContain(one.jwk.d)
  })
})

describe('alerts by contacts', () => {
  it('D91: go to each contact of the channels that were chosen', async () => {
    const who = await reader([jailed], ['SLACK', 'NTFY', 'PUSHOVER', 'GOTIFY'])
    const { id: _id, ...other } = (await add('SLACK', { name: 'Second' }, who.by)).json<Contact>()
    expect(other.state).toBe('CONFIRMED')
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, [
      'gotify DELIVERED',
      'ntfy DELIVERED',
      'pushover DELIVERED',
      'slack DELIVERED',
      'slack DELIVERED',
    ])
    expect(JSON.stringify(ntfy.calls.at(-1)?.body)).toContain('/api/callbacks/answers/')
  })

  it('D91: a mail goes in place of a contact that is no more', async () => {
    const who = await reader([jailed], ['SLACK'])
    for (const { id } of await listOf(who.by)) await who.by.delete(`${path}${id}/`)
    await rig.until(await rig.raise(jailed, who), ['email SENT'])
  })

  it('D92: what is refused for good is broken, and its owner is told by mail, of it and of the alert', async () => {
    const who = await reader([jailed], ['DISCORD'])
    discord.mishaps.push({ status: 404, body: { message: 'Unknown Webhook', code: 10015 } })
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, ['discord FAILED', 'email SENT'])
    const [contact] = await listOf(who.by)
    expect(contact).toMatchObject({
      state: 'BROKEN',
      problem: { code: 'refused', detail: 'Discord: HTTP 404: Unknown Webhook' },
    })
    const mails = async () => {
      const { rows } = await rig.site.database.db.orm.execute<{ key: string }>(
        sql`select dedupe_key as key from delivery where dedupe_key like ${`contact-broken:${contact?.id}:%`}`,
      )
      return rows.length
    }
    await rig.eventually(mails, 1)
    // Nothing more goes there.
    await rig.until(await rig.raise(jailed, who), ['email SENT'])
  })

  it('D93: an end changes the message of its beginning', async () => {
    const who = await reader([jailed, unjailed], ['DISCORD', 'NTFY', 'MATRIX'])
    await rig.until(await rig.raise(jailed, who), ['discord DELIVERED', 'matrix DELIVERED', 'ntfy DELIVERED'])
    const [begun] = [...discord.messages.entries()].slice(-1)
    const event = [...matrix.events.values()].at(-1)
    const sequence = ntfy.calls.at(-1)?.body?.['sequence_id']
    await rig.site.clock.advance(16_000)
    await rig.until(await rig.raise(unjailed, who), [
      'discord DELIVERED',
      'matrix DELIVERED',
      'ntfy DELIVERED',
    ])
    expect(discord.calls.at(-1)).toMatchObject({ method: 'PATCH' })
    expect([...discord.messages.keys()].at(-1)).toBe(begun?.[0])
    expect(matrix.calls.at(-1)?.body?.['m.relates_to']).toEqual({
      rel_type: 'm.replace',
      event_id: event?.eventId,
    })
    expect(ntfy.calls.at(-1)?.body?.['sequence_id']).toBe(sequence)
    // One that somebody deleted is sent anew.
    discord.messages.clear()
    await rig.site.clock.advance(16_000)
    await rig.until(await rig.raise(jailed, who), ['discord DELIVERED', 'matrix DELIVERED', 'ntfy DELIVERED'])
    expect(discord.calls.slice(-2).map(({ method }) => method)).toEqual(['PATCH', 'POST'])
  })

  it('D94: what may have arrived is sent again where it is CRITICAL, and says so', async () => {
    const who = await reader([jailed], ['GOTIFY'])
    gotify.mishaps.push('lost')
    await rig.until(await rig.raise(jailed, who), ['gotify DELIVERED'])
    const [first, second] = gotify.calls.slice(-2).map(({ body }) => String(body?.['message']))
    expect(first).not.toContain('Sent again')
    expect(second).toContain('Sent again: it isn’t known whether the first message arrived.')
  })

  it('D110: an answer by the link of a message names the channel where it was read', async () => {
    const who = await reader([jailed], ['GOTIFY'])
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, ['gotify DELIVERED'])
    const token = /\/a\/([\w-]+)/.exec(String(gotify.calls.at(-1)?.body?.['message']))?.[1]
    expect((await browser.post('/api/alerts/answer/', { token, answer: 'ACKNOWLEDGE' })).status).toBe(204)
    const { rows } = await rig.site.database.db.orm.execute(
      sql`select acknowledged_via as via from alert_recipient where alert_id = ${alert}`,
    )
    expect(rows).toEqual([{ via: 'GOTIFY' }])
  })

  it('D100: a webhook gets each alert signed, under one id for all repetitions', async () => {
    const who = await reader([jailed, unjailed], ['WEBHOOK'])
    for (const { id } of await listOf(who.by)) await who.by.delete(`${path}${id}/`)
    const answer = await add('WEBHOOK', {}, who.by)
    const { secret = '' } = answer.json<{ secret?: string }>()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await who.by.get(path)).text).not.toContain(secret)
    expect(webhook.verified(secret).at(-1)).toMatchObject({
      type: 'test',
      data: { alert_id: null, title: 'Roundsman is connected' },
    })
    webhook.mishaps.push({ status: 503, body: 'busy' })
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, ['webhook DELIVERED'])
    const [first, second] = webhook.calls.slice(-2)
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
    expect(webhook.verified(secret).at(-1)).toMatchObject({
      type: 'alert.began',
      data: {
        alert_id: alert,
        setting_id: jailed,
        severity: 'CRITICAL',
        network: { blockchain_id: 1 },
        target: { type: 'VALIDATOR' },
        url: expect.stringContaining(`alert=${alert}`),
      },
    })
    await rig.site.clock.advance(16_000)
    await rig.until(await rig.raise(unjailed, who), ['webhook DELIVERED'])
    expect(webhook.verified(secret).at(-1)).toMatchObject({ type: 'alert.ended' })
  })

  it('D135: a button of ntfy answers without a session, as its link does, and nothing that is forged does', async () => {
    const who = await reader([jailed], ['NTFY'])
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, ['ntfy DELIVERED'])
    const actions = ntfy.calls.at(-1)?.body?.['actions']
    const [, acknowledge, mute] = Array.isArray(actions)
      ? actions.map(({ url }: { url: string }) => new URL(url).pathname)
      : []
    const press = async (url: string) =>
      (await rig.site.app.server.fastify.inject({ method: 'POST', url, headers: { host: 'n1.localhost' } }))
        .statusCode
    const answers = async () => {
      const { rows } = await rig.site.database.db.orm.execute<{ answers: string[] }>(
        sql`select answers from delivery where kind = 'alert' and reference = ${String(alert)}`,
      )
      return rows.map((row) => row.answers)
    }
    expect(await press(String(acknowledge).replace(/.(?=\/ACK)/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(
      400,
    )
    expect(await answers()).toEqual([[]])
    expect([
      await press(String(acknowledge)),
      await press(String(acknowledge)),
      await press(String(mute)),
    ]).toEqual([204, 204, 204])
    expect(await answers()).toEqual([['ACKNOWLEDGE', 'MUTE']])
    await rig.site.database.db.orm.execute(sql`
      update delivery set created_at = created_at - interval '8 days' where kind = 'alert' and reference = ${String(alert)}`)
    expect(await press(String(mute))).toBe(400)
  })

  it('D99: a channel that no site has is not available, and no contact of it is kept', async () => {
    const { channels } = (await browser.get('/api/users/channels/')).json<Channels>()
    expect(channels).toHaveLength(13)
    expect(channels.find(({ channel }) => channel === 'TELEGRAM')?.is_available).toBe(false)
    const added = await browser.post(path, { channel: 'TELEGRAM', name: 'Mine' })
    expect([added.status, added.json()]).toEqual([400, expect.objectContaining({ code: 'not_configured' })])
  })
})
