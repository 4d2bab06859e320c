import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemFetch } from './platform/clients/http-client.ts'
import { createMailCatcher, type MailCatcher } from './testing/mail-catcher.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import type { TestBrowser } from './testing/test-browser.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'

// How somebody takes everything with them, and leaves: over all modules, since each keeps something of users.

const password = 'a long enough password'
const profile = '/api/users/profile/'
let catcher: MailCatcher
let site: TestApp
let browser: TestBrowser
let email: string
let userId: number
let serial = 0

beforeAll(async () => {
  catcher = await createMailCatcher()
  site = await createTestApp({
    catalogue: testCatalogue([testNetwork({ name: 'Celestia', is_da_enabled: true })]),
    fetch: systemFetch,
    config: { mail: { smtpUrl: catcher.url, from: 'a@example.org' } },
  })
  await site.app.start()
})
afterAll(async () => {
  await site.close()
  await catcher.close()
})
beforeEach(async () => {
  serial += 1
  email = `leaver${serial}@example.org`
  await site.createUser(email, password)
  browser = await site.signedIn({ email, password })
  userId = (await browser.get(profile)).json<{ id: number }>().id
  const entries = [{ setting_id: 9021, channels: ['EMAIL'] }]
  expect(
    (await browser.post('/api/alerts/user-settings/manage/', { blockchain_id: 1, entries })).status,
  ).toBe(200)
  const token = { name: 'My bridge' }
  expect((await browser.post('/api/blockchains/bridges/1/tokens/', token)).status).toBe(201)
  const contact = {
    channel: 'DISCORD',
    name: 'Ops',
    url: 'https://discord.com/api/webhooks/1/secret-of-discord',
  }
  expect((await browser.post('/api/users/contacts/', contact)).status).toBe(201)
  const nights = [{ days: ['MON'], from: '22:00', to: '07:00' }]
  const quiet = { time_zone: 'Europe/Kyiv', windows: nights, break_through: 'NONE' }
  expect((await browser.put('/api/users/quiet-hours/', quiet)).status).toBe(200)
  const silence = {
    blockchain_id: 1,
    to: new Date(site.clock.now() + 3_600_000).toISOString(),
    reason: 'Upgrade',
  }
  expect((await browser.post('/api/alerts/silences/', silence)).status).toBe(201)
  const { id: team } = (await browser.post('/api/teams/', { name: 'Ours' })).json<{ id: number }>()
  const onCall = {
    time_zone: 'UTC',
    rotation: null,
    overrides: [{ user_id: userId, from: '2026-11-24T00:00:00Z', to: '2026-11-25T00:00:00Z' }],
    escalation: { from_severity: 'CRITICAL', steps: [], repeat: 0 },
  }
  expect((await browser.put(`/api/teams/${team}/on-call/`, onCall)).status).toBe(200)
  expect((await browser.post(`/api/teams/${team}/on-call/calendar/`)).status).toBe(200)
  const { orm } = site.database.db
  await orm.execute(sql`
    insert into user_totp (user_id, sealed, created_at, confirmed_at) values (${userId}, 'sealed-of-app', now(), null)`)
  await orm.execute(sql`
    insert into user_passkey (user_id, name, credential_id, public_key, counter, transports, rp_id, created_at)
    values (${userId}, 'Key', ${`credential ${email}`}::bytea, 'public', 0, '{}', 'elsewhere.example', now())`)
  await orm.execute(sql`insert into user_recovery_code (user_id, code_hash) values (${userId}, 'digest')`)
  await orm.execute(sql`
    insert into user_half_session (user_id, secret_hash, expires_at) values (${userId}, ${`half ${email}`}::bytea, now())`)
  await orm.execute(
    sql`update user_session set factor_at = ${new Date(site.clock.now()).toISOString()} where user_id = ${userId}`,
  )
  await orm.execute(sql`
    with told as (
      insert into alert (network_id, setting_id, type, severity, validator_keys, at, evidence, phones_wait, occurrence, created_at)
      values (1, 9021, 'NETWORK', 'CRITICAL', '{}', now(), '{}', false, ${email}, now()) returning id)
    insert into alert_recipient (user_id, alert_id) select ${userId}, id from told`)
})

/** Rows that name the user, by table and column: of every table there is, those to come too. */
async function rowsOf(id: number): Promise<Record<string, number>> {
  const { orm } = site.database.db
  const { rows } = await orm.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'link_user_id', 'inviter_id')`)
  const counts: Record<string, number> = {}
  for (const { table, column } of rows) {
    const found = await orm.execute<{ count: number }>(sql`
      select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`)
    const count = found.rows[0]?.count ?? 0
    if (count > 0) counts[`${table}.${column}`] = count
  }
  return counts
}

test('A65 A136: the export has everything of the account, and no secret', async () => {
  const answer = await browser.get('/api/users/export/')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="roundsman-account.json"')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toMatchObject({
    profile: { id: userId, email },
    created_at: expect.any(String),
    picture: null,
    preferences: null,
    quiet_hours: { time_zone: 'Europe/Kyiv', windows: [{ days: ['MON'] }], break_through: 'NONE' },
    sessions: [{ ip: expect.any(String), user_agent: expect.any(String) }],
    sign_in_methods: [],
    second_factors: { totp: false, passkeys: [{ name: 'Key' }], recovery_codes_left: 1 },
    teams: [{ name: 'Ours', role: 'OWNER' }],
    on_call: {
      overrides: [{ from: '2026-11-24T00:00:00.000Z' }],
      calendars: [{ team_id: expect.any(Number) }],
    },
    contacts: [{ channel: 'DISCORD', name: 'Ops' }],
    alert_settings: [{ blockchain_id: 1, setting_id: 9021, channels: ['EMAIL'], muted_until: null }],
    mutes: [],
    silences: [{ blockchain_id: 1, target: null, reason: 'Upgrade', until_recovered: false }],
    alerts: [{ setting_id: 9021, severity: 'CRITICAL', acknowledged_at: null }],
    bridge_tokens: [{ blockchain_id: 1, name: 'My bridge', peer_id: null }],
  })
  for (const secret of ['secret-of-discord', 'argon2', 'hash', 'sealed', 'payload'])
    expect(answer.text).not.toContain(secret)
  expect((await site.browser().get('/api/users/export/')).status).toBe(401)
})

test('A66 A136: an account is deleted by its password, with all that belongs to it, and is told by mail', async () => {
  const other = await site.signedIn({ email, password })
  const wrong = await browser.delete(profile, { password: 'another password' })
  expect([wrong.status, wrong.json<{ code: string }>().code]).toEqual([400, 'invalid_credentials'])
  expect((await browser.delete(profile, {})).status).toBe(400)
  expect((await browser.get(profile)).status).toBe(200)
  expect(Object.keys(await rowsOf(userId)).length).toBeGreaterThan(4)

  expect((await browser.delete(profile, { password })).status).toBe(204)
  expect(await rowsOf(userId)).toEqual({})
  expect((await browser.get(profile)).status).toBe(401)
  expect((await other.get(profile)).status).toBe(401)
  const login = await site.browser().post('/api/users/login/', { email, password })
  expect(login.json<{ code: string }>().code).toBe('invalid_credentials')
  const mails = await catcher.waitFor(1)
  expect(mails.map(({ to, mail }) => [to, mail.subject])).toEqual([
    [[email], 'Your Roundsman account was deleted'],
  ])
  // The address is free again.
  await site.createUser(email, password)
})

test('A66: what others see of an alert stays, and what waits for somebody who has left is not sent', async () => {
  const { orm } = site.database.db
  await orm.execute(sql`
    insert into delivery (channel, lane, purpose, user_id, recipient, language, dedupe_key, state, due_at, give_up_at, created_at, updated_at)
    values ('email', 'critical', 'alert', ${userId}, ${email}, 'en', ${email}, 'QUEUED', now() + interval '1 hour', now() + interval '2 hours', now(), now())`)
  expect((await browser.delete(profile, { password })).status).toBe(204)
  const { rows } = await orm.execute(sql`select severity from alert where occurrence = ${email}`)
  expect(rows).toEqual([{ severity: 'CRITICAL' }])
  expect(await rowsOf(userId)).toEqual({})
})
