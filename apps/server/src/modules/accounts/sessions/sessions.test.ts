import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { hintsArrive } from '../../../testing/hints-arrive.ts'
import { settle } from '../../../testing/manual-clock.ts'
import type { Browser } from '../testing/browser.ts'
import { type OwnTestSite, openTestSite } from '../testing/test-site.ts'
import { userSession } from '../users/accounts.schema.ts'

const day = 24 * 3_600_000
const profile = '/api/users/profile/'
const credentials = { email: 'ada@example.org', password: 'a long enough password' }
const settings = { first_name: 'Ada', last_name: '', avatar: null, language: 'en', timezone: 'UTC' }
let site: OwnTestSite
let browser: Browser
beforeAll(async () => {
  site = await openTestSite()
  await site.user(credentials.email, credentials.password)
})
afterAll(() => site.close())
beforeEach(async () => {
  browser = await site.signedIn(credentials)
})

async function stored() {
  const hash = tokenHash(browser.cookies.get('sessionid') ?? '')
  const [row] = await site.test.db.orm.select().from(userSession).where(eq(userSession.secretHash, hash))
  return row
}

/** Lets hints that were sent arrive: one more round trip through the database. */
async function hints(work: () => Promise<unknown>): Promise<string[]> {
  const received: string[] = []
  let done: () => void = () => undefined
  const last = new Promise<void>((resolve) => {
    done = resolve
  })
  const stop = site.test.db.onNotify('session_ended', (payload) => {
    if (payload === 'last') done()
    else received.push(payload)
  })
  await hintsArrive(site.test.db)
  await work()
  await site.test.db.transaction((tx) => site.test.db.notify(tx, 'session_ended', 'last'))
  await last
  stop()
  return received
}

test('7.2.3 A28: the database keeps a digest of the id only', async () => {
  const row = await stored()
  expect(row?.secretHash).toHaveLength(32)
  expect(JSON.stringify(row)).not.toContain(browser.cookies.get('sessionid'))
  expect(row).toMatchObject({ ip: '192.0.2.1', userAgent: 'test browser' })
})

test('7.4.1 A31: logout ends the session at once and tells whoever holds a stream for it', async () => {
  const cookie = `sessionid=${browser.cookies.get('sessionid')}`
  const { id } = (await stored()) ?? {}
  if (id === undefined) throw new Error('no session')
  expect(await site.accounts.sessionIsAlive(id)).toBe(true)
  const received = await hints(async () => {
    const answer = await browser.post('/api/users/logout/')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  })
  expect(received).toEqual([String(id)])
  expect(await site.accounts.sessionIsAlive(id)).toBe(false)
  expect((await site.browser().get(profile, { headers: { cookie } })).statusCode).toBe(401)
  expect(browser.cookies.has('sessionid')).toBe(false)
  expect((await browser.post('/api/users/login/', credentials)).statusCode).toBe(200)
})

test('7.3.1 A29: a session ends after seven days without activity', async () => {
  await site.clock.advance(7 * day - 1000)
  expect((await browser.get(profile)).statusCode).toBe(200)
  await site.clock.advance(1000)
  const answer = await browser.get(profile)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_authenticated'])
})

test('7.3.1 A30: what a page asks by itself is no activity, what somebody does is', async () => {
  const before = (await stored())?.lastSeenAt
  await site.clock.advance(3 * day)
  await browser.get(profile)
  expect((await stored())?.lastSeenAt).toEqual(before)
  await browser.put(profile, settings)
  expect((await stored())?.lastSeenAt.getTime()).toBe(site.clock.now())
  await site.clock.advance(59_000)
  await browser.put(profile, settings)
  expect((await stored())?.lastSeenAt.getTime()).toBe(site.clock.now() - 59_000)
})

test('7.3.2 A29: however active, a session ends thirty days after the sign-in', async () => {
  for (let index = 0; index < 5; index += 1) {
    await site.clock.advance(6 * day - 1000)
    expect((await browser.put(profile, settings)).statusCode).toBe(200)
  }
  await site.clock.advance(5000)
  expect((await browser.get(profile)).statusCode).toBe(401)
})

test('7.4.1 A35: what ends a session or changes its user is so for the next read, however often it was read before', async () => {
  const email = 'reader@example.org'
  await site.user(email, credentials.password)
  const statements: ((id: number) => SQL)[] = [
    (id) =>
      sql`update user_account set disabled_at = now() where id = (select user_id from user_session where id = ${id})`,
    (id) =>
      sql`update user_account set disabled_at = null where id = (select user_id from user_session where id = ${id})`,
    (id) => sql`update user_session set expires_at = last_seen_at where id = ${id}`,
    (id) => sql`update user_session set expires_at = last_seen_at + interval '1 day' where id = ${id}`,
    (id) =>
      sql`with gone as (delete from user_session where id = ${id} returning 1) select count(*) from gone`,
  ]
  browser = await site.signedIn({ ...credentials, email })
  const { id } = (await stored()) ?? {}
  if (id === undefined) throw new Error('no session')
  const read = async () => {
    const answers = new Set<number>()
    for (let times = 0; times < 4; times++) answers.add((await browser.get(profile)).statusCode)
    return [...answers]
  }
  const found = [await read()]
  const cookies = new Map(browser.cookies)
  for (const statement of statements) {
    await site.test.db.orm.execute(statement(id))
    found.push(await read())
    for (const [name, value] of cookies) browser.cookies.set(name, value)
  }
  expect(found).toEqual([[200], [401], [200], [401], [200], [401]])
})

test('7.4.2 A31: disabling an account ends all its sessions and hints at each', async () => {
  const email = 'leaver@example.org'
  await site.user(email, credentials.password)
  const one = await site.signedIn({ ...credentials, email })
  const two = await site.signedIn({ ...credentials, email })
  expect(await hints(() => site.disable(email))).toHaveLength(2)
  for (const each of [one, two]) expect((await each.get(profile)).statusCode).toBe(401)
})

test('A32: housekeeping removes what has expired, and nothing else', async () => {
  const old = await stored()
  await site.clock.advance(7 * day)
  browser = await site.signedIn(credentials)
  for (const { loop } of site.accounts.module.loops ?? []) loop.start()
  const removed = async () =>
    (await site.test.db.orm.select({ id: userSession.id }).from(userSession)).every(
      (row) => row.id !== old?.id,
    )
  while (!(await removed())) await settle()
  for (const { loop } of site.accounts.module.loops ?? []) await loop.stop()
  expect((await browser.get(profile)).statusCode).toBe(200)
})
