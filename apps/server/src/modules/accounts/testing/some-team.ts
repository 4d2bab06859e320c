import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { tokenHash } from '../../../platform/config/secrets.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'

export interface Person {
  id: number
  email: string
  browser: TestBrowser
}

export const password = 'a long enough password'

/** People of a site and the teams that they are in. */
export function createPeople(site: TestApp) {
  let serial = 0

  /** Somebody new, signed in. */
  async function person(group = 'member'): Promise<Person> {
    serial += 1
    const email = `watcher${serial}@example.org`
    await site.createUser(email, password, group)
    const browser = await site.signedIn({ email, password }, { remoteAddress: `10.7.0.${serial}` })
    return { id: (await browser.get('/api/users/profile/')).json<{ id: number }>().id, email, browser }
  }

  return {
    person,
    /** A team of somebody, who is its OWNER. */
    team: async ({ browser }: Person, name = 'Night watch'): Promise<number> =>
      (await browser.post('/api/teams/', { name })).json<{ id: number }>().id,
    /** Somebody, else somebody new, who joins by an invitation. */
    join: async (team: number, inviter: Person, role: string, one?: Person): Promise<Person> => {
      const guest = one ?? (await person())
      const token = `token of ${guest.email} in ${team}`
      await site.database.db.orm.execute(sql`
        insert into team_invitation (team_id, inviter_id, email, email_key, role, token_hash, created_at, expires_at)
        values (${team}, ${inviter.id}, ${guest.email}, ${guest.email}, ${role}, ${tokenHash(token)}, now(), '2100-01-01')`)
      expect((await guest.browser.post('/api/teams/join/', { token })).status).toBe(200)
      return guest
    },
  }
}
