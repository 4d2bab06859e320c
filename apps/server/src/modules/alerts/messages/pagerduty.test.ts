import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import type { Contact } from '@roundsman/contract/accounts/contacts'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPagerduty } from '../../../testing/providers/chat-providers.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'

const password = 'a long enough password'
const path = contactEndpoints.contacts.path
const [jailed, unjailed, missed] = [2011, 2012, 1121]
const [entered, left] = [4011, 4012]
let rig: Calling
let pagerduty: Awaited<ReturnType<typeof createPagerduty>>

beforeAll(async () => {
  pagerduty = await createPagerduty()
  rig = await createCalling({ config: { pagerdutyUrl: pagerduty.origin } })
})
afterAll(async () => {
  await rig.close()
  await pagerduty.close()
})

interface OnCall extends Caller {
  browser: TestBrowser
  contact: Contact
  subscription: ReturnType<typeof pagerduty.subscribe>
}

/** Somebody with an incident for each alert of a validator; `secret`: they gave it to the contact. */
async function onCall(secret = true): Promise<OnCall> {
  const who = await rig.subscriber([jailed, unjailed, missed, entered, left], ['PAGERDUTY'])
  const email = `own-${who.email}`
  await rig.site.createUser(email, password)
  const { rows } = await rig.site.platform.db.orm.execute<{ id: number }>(sql`
    update alert_entry set user_id = (select id from user_account where email = ${email})
    where user_id = ${who.userId} returning user_id as id`)
  const browser = await rig.site.signedIn({ email, password })
  const contact = (await add(browser, pagerduty.key)).json<Contact>()
  const subscription = pagerduty.subscribe(contact.webhook?.url ?? '', rig.twilio.sitePort ?? 0)
  const one = { ...who, userId: rows[0]?.id ?? 0, browser, contact, subscription }
  if (secret) expect((await give(one, subscription.secrets[0])).status).toBe(200)
  return one
}
const add = (browser: TestBrowser, routing_key: string) =>
  browser.post(path, { channel: 'PAGERDUTY', name: 'Night', routing_key })
const give = ({ browser, contact: { id } }: OnCall, secret: unknown) =>
  browser.put(`${path}${id}/`, { name: 'Night', webhook_secret: secret })

/** Something began, and PagerDuty has an incident of it; gives its key. */
async function begins(settingId: number, who: OnCall): Promise<{ alert: number; incident: string }> {
  const before = pagerduty.calls.length
  const alert = await rig.raise(settingId, who)
  await rig.until(alert, ['pagerduty DELIVERED'])
  return { alert, incident: String(pagerduty.calls[before]?.body?.['dedup_key']) }
}
const now = () => rig.site.clock.now()
/** Of somebody's alerts, by what each was acknowledged; the newest first. */
const acknowledged = async ({ browser }: OnCall) =>
  (await browser.get('/api/alerts/history/1/'))
    .json<AlertHistoryItem[]>()
    .map(({ id, acknowledged_at: at, acknowledged_via: via }) => [id, at === null ? null : via])

describe('events', () => {
  test('D98: PagerDuty triggers at a beginning and resolves the same at its end', async () => {
    const { browser } = await onCall(false)
    for (const [routing_key, words] of [
      ['R0wrongkeyR0wrongkeyR0wrongkeyR0', 'Invalid routing key'],
      ['wrong', "Length of 'routing_key' is incorrect (should be 32 characters)"],
    ] as const)
      expect((await add(browser, routing_key)).json()).toMatchObject({
        code: 'contact_refused',
        status: 400,
        detail: expect.stringContaining(words),
      })
    const who = await onCall(false)
    // Nobody is left with an incident of the first message.
    expect(pagerduty.open.size).toBe(0)
    pagerduty.mishaps.push('lost')
    await rig.until(await rig.raise(jailed, who), ['pagerduty DELIVERED'])
    expect([...pagerduty.open]).toEqual([expect.stringMatching(/^roundsman\/\d+\/1\//)])
    expect(pagerduty.calls.at(-1)?.body).toMatchObject({ payload: { severity: 'critical' } })
    await rig.site.clock.advance(16_000)
    await rig.until(await rig.raise(unjailed, who), ['pagerduty DELIVERED'])
    expect(pagerduty.open.size).toBe(0)
  })

  test('E189: PagerDuty triggers when a validator leaves the active set, and resolves that when it enters it', async () => {
    const who = await onCall(false)
    const before = pagerduty.calls.length
    for (const setting of [left, entered]) {
      await rig.until(await rig.raise(setting, who), ['pagerduty DELIVERED'])
      await rig.site.clock.advance(16_000)
    }
    const events = pagerduty.calls.slice(before).map(({ body }) => body)
    expect(events.map((body) => body?.['event_action'])).toEqual(['trigger', 'resolve'])
    expect(new Set(events.map((body) => body?.['dedup_key'])).size).toBe(1)
  })

  test('D134: an event that was delayed is not sent after a later one of the same incident', async () => {
    const who = await onCall(false)
    const before = pagerduty.calls.length
    pagerduty.mishaps.push({ status: 429, body: { message: 'Too many' }, headers: { 'retry-after': '60' } })
    const begun = await rig.raise(jailed, who)
    await rig.eventually(() => pagerduty.calls.length, before + 1)
    await rig.until(begun, ['pagerduty QUEUED'])
    await rig.site.clock.advance(16_000)
    const ended = await rig.raise(unjailed, who)
    await rig.site.clock.advance(45_000)
    await rig.until(ended, ['pagerduty DELIVERED'])
    await rig.until(begun, ['pagerduty SUPPRESSED'])
    expect(pagerduty.calls.slice(before).map(({ body }) => body?.['event_action'])).toEqual([
      'trigger',
      'resolve',
    ])
    expect(pagerduty.open.size).toBe(0)
  })
})

describe('D227: what is acknowledged in PagerDuty', () => {
  test('D227: it is acknowledged here, once, and PagerDuty hears nothing of it', async () => {
    const who = await onCall()
    const { alert, incident } = await begins(jailed, who)
    const { calls } = pagerduty
    const sent = calls.length
    expect(await who.subscription.send('incident.acknowledged', incident, now())).toBe('delivered')
    expect(await acknowledged(who)).toEqual([[alert, 'PAGERDUTY']])
    const first = await who.browser.get('/api/alerts/history/1/')
    await rig.site.clock.advance(5_000)
    // Delivered at least once: another time, it changes nothing.
    expect(await who.subscription.send('incident.acknowledged', incident, now() - 5_000)).toBe('delivered')
    expect((await who.browser.get('/api/alerts/history/1/')).json()).toEqual(first.json())
    await rig.site.clock.advance(60_000)
    expect(calls).toHaveLength(sent)
  })

  test('D227: resolved by hand it is acknowledged, and goes on until the chain says otherwise', async () => {
    const who = await onCall()
    const { alert, incident } = await begins(missed, who)
    expect(await who.subscription.send('incident.resolved', incident, now())).toBe('delivered')
    expect(await acknowledged(who)).toEqual([[alert, 'PAGERDUTY']])
    const [item] = (await who.browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
    expect(item?.ended_at).toBeNull()
  })

  test('D227: it ends reminders', async () => {
    const who = await onCall()
    const escalation = {
      from_severity: 'WARNING',
      steps: [{ after_minutes: 5, who: 'EVERYONE', channels: ['PAGERDUTY'] }],
      repeat: 0,
    }
    await who.browser.put('/api/users/escalation/', { escalation })
    const { incident } = await begins(jailed, who)
    await who.subscription.send('incident.acknowledged', incident, now())
    const [item] = (await who.browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
    expect(item?.escalation).toMatchObject({ ended_by: 'ACKNOWLEDGED', next_at: null })
  })

  test('D227: what comes late acknowledges nothing that began after it', async () => {
    const who = await onCall()
    const { alert: first, incident } = await begins(jailed, who)
    const at = now()
    await rig.site.clock.advance(10 * 60_000)
    const { alert: second, incident: same } = await begins(jailed, who)
    expect(same).toBe(incident)
    expect(await who.subscription.send('incident.acknowledged', incident, at)).toBe('delivered')
    expect(await acknowledged(who)).toEqual([
      [second, null],
      [first, 'PAGERDUTY'],
    ])
  })

  test('D227: what else happens to an incident is taken and changes nothing', async () => {
    const who = await onCall()
    const { alert, incident } = await begins(jailed, who)
    const { subscription: on } = who
    expect([
      await on.send('incident.unacknowledged', incident, now()),
      await on.send('incident.annotated', incident, now(), {
        data: { type: 'incident_note', content: 'Ok' },
      }),
      await on.send('incident.acknowledged', incident, now(), { data: { incident_key: null } }),
      await on.send('pagey.ping', '', now(), {
        resource_type: 'pagey',
        data: { message: 'Hello', type: 'ping' },
      }),
    ]).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
    expect(await acknowledged(who)).toEqual([[alert, null]])
  })

  test('D227: another user’s incident is nothing to them, nor is one that is none of ours', async () => {
    const [who, other] = [await onCall(), await onCall()]
    const { alert, incident } = await begins(jailed, other)
    pagerduty.open.add('elsewhere/1')
    expect(await who.subscription.send('incident.acknowledged', incident, now())).toBe('delivered')
    expect(await who.subscription.send('incident.acknowledged', 'elsewhere/1', now())).toBe('delivered')
    expect(await acknowledged(other)).toEqual([[alert, null]])
  })

  test('D227: of somebody whose account is disabled it says nothing any more', async () => {
    const who = await onCall()
    const { alert, incident } = await begins(jailed, who)
    const disable = (at: string | null) =>
      rig.site.platform.db.orm.execute(
        sql`update user_account set disabled_at = ${at} where id = ${who.userId}`,
      )
    await disable('2026-01-01')
    expect(await who.subscription.send('incident.acknowledged', incident, now())).toBe('delivered')
    await disable(null)
    expect(await acknowledged(await again(who))).toEqual([[alert, null]])
  })
})

/** Signed in once more. */
async function again(who: OnCall): Promise<OnCall> {
  return { ...who, browser: await rig.site.signedIn({ email: `own-${who.email}`, password }) }
}

describe('D228: who may say so', () => {
  test('D228: either secret counts while one takes the place of the other', async () => {
    const who = await onCall()
    who.subscription.secrets.unshift('the next secret')
    const { alert, incident } = await begins(jailed, who)
    expect(await who.subscription.send('incident.acknowledged', incident, now())).toBe('delivered')
    expect(await acknowledged(who)).toEqual([[alert, 'PAGERDUTY']])
  })

  test('D228: a wrong signature, no secret, and a contact that is none are refused alike, and PagerDuty stops', async () => {
    const who = await onCall()
    const { alert, incident } = await begins(jailed, who)
    who.subscription.forged = 'another secret'
    expect(await who.subscription.send('incident.acknowledged', incident, now())).toBe('dropped')
    who.subscription.forged = null
    await give(who, null)
    expect(await who.subscription.send('incident.acknowledged', incident, now())).toBe('dropped')
    const { id, webhook } = who.contact
    const nobody = pagerduty.subscribe(
      String(webhook?.url).replace(`/${id}/`, '/999999/'),
      rig.twilio.sitePort ?? 0,
    )
    expect(await nobody.send('incident.acknowledged', incident, now())).toBe('dropped')
    expect(await acknowledged(who)).toEqual([[alert, null]])
  })

  test.each([
    ['none', undefined, 403],
    ['of another version', 'v0=00', 403],
    ['that is too short', 'v1=00', 403],
    ['empty', '', 403],
  ])('D228: a signature %s is refused', async (_what, signature, status) => {
    const { contact } = await onCall()
    const answer = await rig.site.app.server.fastify.inject({
      method: 'POST',
      url: new URL(contact.webhook?.url ?? '').pathname,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'x-pagerduty-signature': signature }),
      },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(status)
  })

  test('D228: what is signed and no webhook of v3 is 400, so that it is not sent again', async () => {
    const who = await onCall()
    const { subscription } = who
    expect(await subscription.send('pagey.ping', '', now(), { event_type: 5 })).toBe('dropped')
    expect(await subscription.send('pagey.ping', '', now(), { occurred_at: 'yesterday' })).toBe('dropped')
    // Times that no database has, of an incident of one's own; three refusals would end the subscription.
    const other = await onCall()
    const { incident } = await begins(jailed, other)
    for (const occurred_at of ['+012345-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'])
      expect(await other.subscription.send('incident.acknowledged', incident, now(), { occurred_at })).toBe(
        'dropped',
      )
  })

  test('A100 D228: the secret is sealed, never comes back, is of a PAGERDUTY alone, and its changes are in the trail', async () => {
    const who = await onCall(false)
    const { browser, contact } = who
    expect(contact.webhook).toEqual({
      url: expect.stringMatching(new RegExp(`/api/callbacks/pagerduty/${contact.id}/$`)),
      has_secret: false,
    })
    const secret = 'lPYQuQ9wT0ZlYTJk='
    const changed = await give(who, secret)
    expect(changed.json<Contact>().webhook).toMatchObject({ has_secret: true })
    const exported = await browser.get('/api/users/export/')
    expect(`${changed.text}${(await browser.get(path)).text}${exported.text}`).not.toContain(secret)
    const { rows } = await rig.site.platform.db.orm.execute<{ sealed: Uint8Array }>(
      sql`select webhook_secret as sealed from user_contact where id = ${contact.id}`,
    )
    expect(Buffer.from(rows[0]?.sealed ?? []).toString('latin1')).not.toContain(secret)
    // A new name leaves it as it is.
    const renamed = await browser.put(`${path}${contact.id}/`, { name: 'Day' })
    expect(renamed.json()).toMatchObject({ name: 'Day', webhook: { has_secret: true } })
    expect((await give(who, null)).json<Contact>().webhook).toMatchObject({ has_secret: false })
    const { events } = (await browser.get('/api/users/audit/')).json<{ events: { kind: string }[] }>()
    expect(events.filter(({ kind }) => kind === 'webhook_secret_changed')).toHaveLength(2)
    await rig.site.platform.db.orm.execute(
      sql`update user_contact set channel = 'PUSHOVER' where id = ${contact.id}`,
    )
    const refused = await give(who, secret)
    expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['webhook_secret'],
    ])
  })
})
