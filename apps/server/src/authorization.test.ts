import type { Endpoint } from '@roundsman/contract/endpoint'
import { type EndpointName, endpoints } from '@roundsman/contract/endpoints'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type Attempt, authorizationRows, type Things } from './testing/authorization-rows.ts'
import { cookieHeader } from './testing/cookie-header.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import type { TestAnswer, TestBrowser } from './testing/test-browser.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'

// Every route × guest, member, vip, admin, and a member on another user's things, made from the endpoint table.

const password = 'a long enough password'
const roles = ['member', 'vip', 'admin'] as const
type Actor = (typeof roles)[number] | 'guest'
const open = 1
const vipOnly = 2
const noNetwork = 99
const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const
const table = Object.entries(endpoints) as [EndpointName, Endpoint][]
const rowOf = (name: EndpointName) => authorizationRows[name]

let site: TestApp
let address: string
let owner: TestBrowser
let things: Things
let serial = 0

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([
      testNetwork({ blockchain_id: open, is_da_enabled: true }),
      testNetwork({ blockchain_id: vipOnly, access: 'VIP', is_da_enabled: true }),
    ]),
    config: {
      port: 0,
      twilio: { accountSid: 'AC0', authToken: 'none', from: '+15005550006', url: 'http://127.0.0.1:1' },
    },
  })
  await site.app.start()
  address = await site.app.listen()
  for (const role of roles) await site.createUser(`${role}@example.org`, password, role)
  await site.createUser('owner@example.org', password, 'member')
  owner = await signedInAs('owner')
  things = await thingsOfOwner()
})
afterAll(() => site.close())

/** At the first network, from an address that nobody else comes from. */
function elsewhere() {
  serial += 1
  return { host: 'n1.localhost:8000', remoteAddress: `10.0.${serial >> 8}.${serial & 255}` }
}

const guest = () => site.browser(elsewhere())

const signedInAs = async (name: Actor | 'owner'): Promise<TestBrowser> =>
  name === 'guest' ? guest() : site.signedIn({ email: `${name}@example.org`, password }, elsewhere())

async function thingsOfOwner(): Promise<Things> {
  const { sessions } = (await owner.get('/api/users/sessions/')).json<{ sessions: { id: number }[] }>()
  const { rows } = await site.database.db.orm.execute<{ id: number }>(
    sql`insert into user_phone (user_id, phone, created_at, resend_after)
        select id, '+442079460958', now(), now() from user_account where email = 'owner@example.org' returning id`,
  )
  const { rows: identities } = await site.database.db.orm.execute<{ id: number }>(
    sql`insert into user_identity (user_id, issuer, subject, created_at, last_used_at)
        select id, 'https://login.example.org', 'owner', now(), now() from user_account
        where email = 'owner@example.org' returning id`,
  )
  const { rows: passkeys } = await site.database.db.orm.execute<{ id: number }>(
    sql`insert into user_passkey (user_id, name, credential_id, public_key, counter, transports, rp_id, created_at)
        select id, 'Theirs', 'none', 'none', 0, '{}', 'localhost', now() from user_account
        where email = 'owner@example.org' returning id`,
  )
  const { rows: contacts } = await site.database.db.orm.execute<{ id: number }>(
    sql`insert into user_contact (user_id, channel, name, shown, sealed, state, created_at)
        select id, 'NTFY', 'Mine', 'ntfy.test/al…', '', 'CONFIRMED', now() from user_account
        where email = 'owner@example.org' returning id`,
  )
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const head = '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'
  const uploaded = await owner.post(
    '/api/users/profile/avatar/',
    Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')]),
    { headers: { 'content-type': 'multipart/form-data; boundary=b' } },
  )
  const name = /avatar\/([\w-]+)\//.exec(uploaded.json<{ avatar: string }>().avatar)?.[1]
  const { rows: teams } = await site.database.db.orm.execute<
    Pick<Things, 'teamId' | 'invitationId' | 'userId'>
  >(sql`
    with owner as (select id from user_account where email = 'owner@example.org'),
    made as (insert into team (name, created_at) values ('Ours', now()) returning id),
    joined as (insert into team_member select made.id, owner.id, 'OWNER', now() from made, owner),
    sent as (
      insert into team_invitation (team_id, inviter_id, email, email_key, role, token_hash, created_at, expires_at)
      select made.id, owner.id, 'a@example.org', 'a@example.org', 'MEMBER', '', now(), now() from made, owner
      returning id)
    select made.id as "teamId", sent.id as "invitationId", owner.id as "userId" from made, sent, owner`)
  const [team] = teams
  const [session] = sessions
  const [phone] = rows
  const [identity] = identities
  const [contact] = contacts
  const [passkey] = passkeys
  if (!session || !phone || !identity || !passkey || !contact || !team || name === undefined)
    throw new Error('the owner has nothing')
  const reported = await alertThingsOfOwner()
  return {
    sessionId: session.id,
    phoneId: phone.id,
    contactId: contact.id,
    identityId: identity.id,
    passkeyId: passkey.id,
    picture: name,
    ...team,
    ...reported,
  }
}

/** An alert entry of the owner, an alert that concerned them, a mute, and a test message. */
async function alertThingsOfOwner(): Promise<
  Pick<Things, 'entryId' | 'alertId' | 'muteId' | 'deliveryId' | 'bridgeTokenId' | 'silenceId'>
> {
  const { rows } = await site.database.db.orm.execute<
    Pick<Things, 'entryId' | 'alertId' | 'muteId' | 'deliveryId' | 'bridgeTokenId' | 'silenceId'>
  >(sql`
    with owner as (select id, email from user_account where email = 'owner@example.org'),
    entry as (
      insert into alert_entry (user_id, network_id, setting_id, channels, created_at)
      select id, ${open}, 9011, '{EMAIL}', now() from owner returning id),
    reported as (
      insert into alert (network_id, setting_id, type, severity, validator_keys, at, evidence, phones_wait,
                         occurrence, created_at)
      values (${open}, 9011, 'NETWORK', 'WARNING', '{}', now(), '{}', false, 'once', now()) returning id),
    recipient as (insert into alert_recipient (user_id, alert_id) select owner.id, reported.id from owner, reported),
    muted as (
      insert into alert_mute (user_id, network_id, condition_id, muted_until)
      select id, ${open}, 901, now() + interval '1 year' from owner returning id),
    sent as (
      insert into delivery (channel, lane, purpose, user_id, recipient, language, kind, reference, dedupe_key, state,
                            due_at, give_up_at, created_at, updated_at)
      select 'email', 'other', 'alert', id, email, 'en', 'alert-test', 'once', 'once', 'SENT', now(), now(), now(), now()
      from owner returning id),
    token as (
      insert into bridge_token (user_id, network_id, name, hash, created_at)
      select id, ${open}, 'Theirs', 'none', now() from owner returning id),
    silence as (
      insert into alert_silence (user_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      select id, ${open}, now(), 'infinity', 'Theirs', false, now() from owner returning id)
    select entry.id as "entryId", reported.id::int as "alertId", muted.id as "muteId", sent.id::int as "deliveryId",
           token.id as "bridgeTokenId", silence.id as "silenceId" from entry, reported, muted, sent, token, silence`)
  const [reported] = rows
  if (!reported) throw new Error('the owner was told nothing')
  return reported
}

function urlOf({ path }: Endpoint, attempt: Attempt, blockchainId = open): string {
  const params: Record<string, string | number> = { blockchainId, ...attempt.params }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} has a parameter ${name} that its row does not`)
    return String(value)
  })
  const { query } = attempt
  return query
    ? `${filled}?${new URLSearchParams({ ...query, blockchain_id: String(blockchainId) }).toString()}`
    : filled
}

interface Sent {
  attempt: Attempt
  blockchainId?: number
  headers?: Record<string, string>
}

/** The body, where it names a network with the one that is wanted. */
function bodyOf({ body }: Attempt, blockchainId = open): unknown {
  const namesNetwork = typeof body === 'object' && body !== null && 'blockchain_id' in body
  return namesNetwork ? { ...body, blockchain_id: blockchainId } : body
}

async function send(browser: TestBrowser, endpoint: Endpoint, sent: Sent): Promise<TestAnswer> {
  const url = urlOf(endpoint, sent.attempt, sent.blockchainId)
  const headers = sent.headers ?? {}
  if (endpoint.method === 'GET') return browser.get(url, { headers })
  const body = bodyOf(sent.attempt, sent.blockchainId)
  return browser[verbs[endpoint.method]](url, body, { headers })
}

/** Opens a stream and leaves it; the tests' own browser would wait for its end. */
async function openStream(
  browser: TestBrowser,
  url: string,
): Promise<{ status: number; code: string | null }> {
  const cookie = cookieHeader(browser.cookies)
  const leave = new AbortController()
  const answer = await fetch(`${address}${url}`, {
    headers: { cookie, connection: 'close' },
    signal: leave.signal,
  })
  const code = answer.ok ? null : ((await answer.json()) as { code: string }).code
  leave.abort()
  return { status: answer.status, code }
}

async function outcome(browser: TestBrowser, endpoint: Endpoint, sent: Sent) {
  if (endpoint.produces === 'event-stream')
    return openStream(browser, urlOf(endpoint, sent.attempt, sent.blockchainId))
  const answer = await send(browser, endpoint, sent)
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json')
  return { status: answer.status, code: isProblem ? answer.json<{ code: string }>().code : null }
}

/** What a body names and nobody owns: a network, what is on it, and the catalogue. */
const ownedByNobody = ['blockchain_id', 'blockchain_validator_id', 'validator_id', 'bridge_id', 'setting_ids']

/** What turns somebody away before the call itself decides. */
const turnedAway = ['not_authenticated', 'permission_denied', 'csrf_failed', 'origin_not_allowed']

/** The code of the refusal that the contract wants; null: the call itself answers. */
function expectedRefusal({ access }: Endpoint, actor: Actor, blockchainId: number): string | null {
  if (access === 'public' || access === 'machine') return null
  if (actor === 'guest') return 'not_authenticated'
  if (access === 'session') return null
  if (blockchainId === noNetwork) return 'network_not_found'
  return blockchainId === vipOnly && actor === 'member' ? 'permission_denied' : null
}

describe('the authorization matrix', () => {
  test('has a row for every route of the table, and none beside', () => {
    expect(Object.keys(authorizationRows).sort()).toEqual(Object.keys(endpoints).sort())
  })

  test('8.2.2 reaches for another’s thing on every route that names one by an id', () => {
    for (const [name, endpoint] of table) {
      if (endpoint.access === 'machine' || endpoint.access === 'public') continue
      const ids = [...endpoint.path.matchAll(/\{(\w+)\}/g)]
        .map(([, id]) => id)
        .filter(
          (id) =>
            id !== undefined &&
            !['blockchainId', 'validatorId', 'bridgeId', 'proposalId', 'digest'].includes(id),
        )
      const schema = endpoint.body && z.toJSONSchema(endpoint.body, { unrepresentable: 'any' })
      const query = z.toJSONSchema(endpoint.query, { unrepresentable: 'any', io: 'input' })
      const given = [...Object.keys(schema?.properties ?? {}), ...Object.keys(query.properties ?? {})]
      const fields = given.filter((field) => /(^|_)ids?$/.test(field) && !ownedByNobody.includes(field))
      const named = ids.length + fields.length > 0
      // Of a union, whose members each have their own fields, the ids are not seen here.
      const isUnion = schema !== null && schema.properties === undefined
      expect([name, rowOf(name).theirs !== undefined || isUnion]).toEqual([name, named || isUnion])
    }
  })

  test.each(['guest', ...roles] as const)('8.2.1 8.3.1: every route × %s', async (actor) => {
    let browser = await signedInAs(actor)
    for (const [name, endpoint] of table) {
      const networks = endpoint.access === 'network' ? [open, vipOnly, noNetwork] : [open]
      for (const blockchainId of networks) {
        const { status, code } = await outcome(browser, endpoint, { attempt: rowOf(name).own, blockchainId })
        const wanted = expectedRefusal(endpoint, actor, blockchainId)
        const cell = `${name} × ${actor} × network ${blockchainId}`
        if (wanted !== null) expect([cell, code]).toEqual([cell, wanted])
        else if (endpoint.access !== 'machine')
          expect([cell, turnedAway.includes(code ?? ''), status < 500]).toEqual([cell, false, true])
        if (rowOf(name).endsSession) browser = await signedInAs(actor)
      }
    }
  })

  test.each(roles)('8.2.2 15.3.3: every thing of another user is not there for a %s', async (actor) => {
    const browser = await signedInAs(actor)
    for (const [name, endpoint] of table) {
      const theirs = rowOf(name).theirs?.(things)
      if (!theirs) continue
      const { status, code } = await outcome(browser, endpoint, { attempt: theirs })
      expect([name, status, code]).toEqual([name, 404, 'not_found'])
    }
    expect((await owner.get('/api/users/profile/')).json()).toMatchObject({
      phones: [{ user_phone_id: things.phoneId }],
    })
    expect((await owner.get('/api/users/sign-in-methods/')).json()).toMatchObject({
      methods: [{ id: things.identityId }],
    })
    expect((await owner.get(`/api/users/profile/avatar/${things.picture}/256/`)).status).toBe(200)
  })

  test.each(['guest', ...roles] as const)('3.5.1: no unsafe route without a token × %s', async (actor) => {
    const browser = await signedInAs(actor)
    await browser.get('/api/networks/')
    for (const [name, endpoint] of table) {
      if (endpoint.method === 'GET' || endpoint.access === 'machine') continue
      const attempt = rowOf(name).own
      const without = await outcome(browser, endpoint, { attempt, headers: { 'x-csrftoken': 'none' } })
      expect([name, without.status, without.code]).toEqual([name, 403, 'csrf_failed'])
      const foreign = await outcome(browser, endpoint, {
        attempt,
        headers: { origin: 'https://evil.example' },
      })
      expect([name, foreign.status, foreign.code]).toEqual([name, 403, 'origin_not_allowed'])
    }
  })

  test('A6: calls of machines answer a guest and an admin alike', async () => {
    const admin = await signedInAs('admin')
    for (const [name, endpoint] of table) {
      if (endpoint.access !== 'machine') continue
      const attempt = rowOf(name).own
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      const cells = [
        await outcome(guest(), endpoint, { attempt, headers }),
        await outcome(admin, endpoint, { attempt, headers }),
      ]
      expect([name, cells[0]]).toEqual([name, cells[1]])
    }
  })
})
