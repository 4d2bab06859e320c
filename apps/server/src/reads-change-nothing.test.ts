import type { Endpoint } from '@roundsman/contract/endpoint'
import { endpoints } from '@roundsman/contract/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableNames } from './administration/backup-tables.ts'
import { authorizationRows } from './testing/authorization-rows.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

const password = 'a long enough password'
/** What a read may change, by its name: that somebody was there. */
const noted: Readonly<Record<string, readonly string[]>> = { user_session: ['last_seen_at'] }
/** What a read may add: that somebody has taken all data of their account (A100), and that it counts (A138). */
const added: Readonly<Record<string, ReturnType<typeof sql>>> = {
  audit_event: sql`where kind <> 'account_exported'`,
  user_attempt: sql`where kind <> 'export'`,
}

let site: TestApp
beforeAll(async () => {
  // No loop runs: whatever changes was changed by a request.
  site = await createTestApp({ config: { roles: ['web'] } })
  await site.app.prepare()
  for (const { start } of site.app.modules) await start?.()
  await site.createUser('ada@example.org', password, 'admin')
})
afterAll(() => site.close())

/** Every row of every table, but the columns that may change. */
async function everything(): Promise<Record<string, string[]>> {
  const { orm } = site.database.db
  const tables: Record<string, string[]> = {}
  for (const table of await tableNames(orm)) {
    const row = (noted[table] ?? []).reduce((all, column) => sql`${all} - ${column}::text`, sql`to_jsonb(t)`)
    const { rows } = await orm.execute<{ row: string }>(
      sql`select (${row})::text as row from ${sql.identifier(table)} t ${added[table] ?? sql``} order by 1`,
    )
    tables[table] = rows.map((one) => one.row)
  }
  return tables
}

const reads = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, { method, produces }]) => method === 'GET' && produces !== 'event-stream',
)

test('3.5.3: no GET of the table and no page changes anything but when somebody was last there, and that an account was exported', async () => {
  const browser = await site.signedIn({ email: 'ada@example.org', password })
  // So late that being there is worth a note, so that the one exception is needed.
  await site.clock.advance(600_000)
  const lastSeen = () =>
    site.database.db.orm.execute<{ at: string }>(sql`select max(last_seen_at)::text as at from user_session`)
  const [before, seenBefore] = [await everything(), await lastSeen()]
  expect(Object.values(before).flat().length).toBeGreaterThan(2)

  let answered = 0
  for (const [name, { path }] of reads) {
    const { params = {} } = authorizationRows[name as keyof typeof endpoints].own
    const url = path.replaceAll(/\{(\w+)\}/g, (_all, one: string) => String(params[one] ?? 1))
    for (const query of ['', '?id=1&token=x&password=y&_method=DELETE&action=delete'])
      for (const headers of [{}, { 'x-http-method-override': 'DELETE' }]) {
        const answer = await browser.get(`${url}${query}`, { headers })
        if (answer.status === 200) answered += 1
      }
  }
  for (const page of [
    '/',
    '/login',
    '/settings',
    '/register/confirm?token=x',
    '/reset-password/confirm?token=x',
    '/email-change/confirm?token=x',
    '/login/callback?code=x&state=y',
  ])
    expect((await browser.get(page)).status).toBe(200)
  expect(answered).toBeGreaterThan(reads.length)
  expect(await everything()).toEqual(before)
  expect(await lastSeen()).not.toEqual(seenBefore)
})
