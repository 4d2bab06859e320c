import type { FastifyRequest } from 'fastify'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createAccountCookies, createCsrfTokens } from './account-cookies.ts'
import { createRequestAuth } from './request-auth.ts'
import {
  changesCallers,
  deleteSessions,
  insertSession,
  type LivingSession,
  listSessions,
  prepareFindSessions,
  replaceSecret,
  sessionLives,
  touchSession,
} from './session.store.ts'
import { absoluteMs, idleMs } from './sessions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const secret = 's'.repeat(43)

/** Requests with these cookies before a database that counts how often it is asked, and a clock to set. */
function site() {
  const state = { now: 1_000_000_000_000, changes: 1 as number | null, asked: 0, touched: 0, isThere: true }
  const cookies = createAccountCookies(
    null,
    createCsrfTokens(new Uint8Array(32), () => 'r'),
    () => 'r',
  )
  const session = {
    ...{ sessionId: 7, lastSeenAt: new Date(state.now), expiresAt: new Date(state.now + absoluteMs) },
    ...{
      user: { id: 3, language: 'uk' },
      groups: ['vip'],
      providerSignInAt: null,
      factorAt: null,
      hasFactor: true,
    },
  } as unknown as LivingSession
  const sessions = {
    find: (asked: string) => {
      state.asked += 1
      return Promise.resolve(state.isThere && asked === secret ? session : null)
    },
    touch: () => Promise.resolve(void state.touched++),
  }
  const auths = createRequestAuth(cookies, sessions, { now: () => state.now }, () => state.changes, [])
  /** As every request goes: known, else looked up and kept. */
  async function read(
    cookie = `sessionid=${secret}`,
    url = '/api/x/',
    method = 'GET',
  ): Promise<number | null> {
    const request = { headers: { cookie }, url, method } as unknown as FastifyRequest
    const known = auths.knownCaller(request)
    if (known) return known.userId
    const auth = await auths.authOf(request)
    if (auth.session) auths.keepKnown(request, auth)
    return auth.session?.user.id ?? null
  }
  return { state, read, auths }
}

test('A35: who read is believed until something is committed, without the database', async () => {
  const { state, read } = site()
  for (let times = 0; times < 5; times++) expect(await read()).toBe(3)
  expect(state.asked).toBe(1)
  state.changes = 2
  state.isThere = false
  expect(await read()).toBeNull()
  expect(await read()).toBeNull()
  expect(state.asked).toBe(3)
})

test('A35: what was committed while the database was asked counts as not known', async () => {
  const { state, read, auths } = site()
  const request = { headers: { cookie: `sessionid=${secret}` }, url: '/', method: 'GET' } as FastifyRequest
  const asking = auths.authOf(request)
  state.changes = 2
  auths.keepKnown(request, await asking)
  state.isThere = false
  expect(await read()).toBeNull()
})

test('A35: other cookies, writes, and a database that others write are always asked about', async () => {
  const { state, read } = site()
  await read()
  expect(await read(`sessionid=${secret}; csrftoken=other`)).toBe(3)
  expect(await read(`sessionid=${'t'.repeat(43)}`)).toBeNull()
  expect(state.asked).toBe(3)
  await read(`sessionid=${secret}`, '/api/x/', 'POST')
  expect(state.asked).toBe(4)
  state.changes = null
  await read()
  await read()
  expect(state.asked).toBe(6)
})

test('A29 A30: who is believed still ends in time, and activity is still noted once a minute', async () => {
  const { state, read } = site()
  await read('', '/api/users/profile/')
  await read(undefined, '/api/users/profile/')
  state.now += idleMs - 1
  await read(undefined, '/api/users/profile/')
  expect(state.asked).toBe(1)
  state.now += 1
  await read(undefined, '/api/users/profile/')
  expect(state.asked).toBe(2)
  const other = site()
  await other.read()
  other.state.now += 59_999
  await other.read()
  expect(other.state).toMatchObject({ asked: 1, touched: 1 })
  other.state.now += 1
  await other.read()
  expect(other.state).toMatchObject({ asked: 2, touched: 2 })
})

test('A35 B135: what ends or changes a session is seen by its text, and what cannot is not', async () => {
  const { orm } = database.db
  const changes = database.db.watchChanges(changesCallers)
  const moves = async (work: () => Promise<unknown>) => {
    const before = changes()
    await work()
    return before !== changes()
  }
  const now = new Date(1_700_000_000_000)
  const at = { now, idleBefore: new Date(0) }
  const { rows } = await orm.execute<{ id: number }>(sql`
    insert into user_account (email, email_key, created_at) values ('a@b.c', 'a@b.c', now()) returning id`)
  const userId = rows[0]?.id ?? 0
  const hash = Buffer.alloc(32, 7)
  const times = { createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 1000) }
  let id = 0
  const harmless: (() => Promise<unknown>)[] = [
    async () => {
      id = await insertSession(orm, {
        userId,
        secretHash: hash,
        ...times,
        ip: '',
        userAgent: ';',
        providerSignInAt: null,
      })
    },
    () => touchSession(orm, id, now),
    () => prepareFindSessions(orm, true)([hash], at),
    () => listSessions(orm, userId, at),
    () => sessionLives(orm, id, at),
  ]
  for (const work of harmless) expect(await moves(work)).toBe(false)
  const isKnown = database.db.engine === 'embedded'
  const telling: (() => Promise<unknown>)[] = [
    () => replaceSecret(orm, id, Buffer.alloc(32, 8)),
    () => orm.execute(sql`insert into user_group (user_id, name) values (${userId}, 'vip')`),
    () => orm.execute(sql`select 1; update user_session set expires_at = last_seen_at`),
    () =>
      orm.execute(
        sql`update user_session set last_seen_at = greatest(last_seen_at, now()), secret_hash = '\\x01'`,
      ),
    () => deleteSessions(orm, { userId }),
    () => orm.execute(sql`delete from "user_account"`),
  ]
  for (const work of telling) expect(await moves(work)).toBe(isKnown)
})

test('A35: nothing but a statement that names them changes accounts, their groups or sessions', async () => {
  const { rows } = await database.db.orm.execute(sql`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid::regclass::text in ('user_account', 'user_group', 'user_session') order by 1`)
  expect(rows).toEqual([
    { child: 'user_group', parent: 'user_account' },
    { child: 'user_session', parent: 'user_account' },
  ])
  const { rows: besides } = await database.db.orm.execute(sql`
    select tgname from pg_trigger where not tgisinternal
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace`)
  expect(besides).toEqual([])
})
