import type { Preferences } from '@roundsman/contract/accounts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { etagOf, matches } from '../../../platform/http/send-json.ts'
import type { AccountRoutesDeps } from '../account-parts.ts'
import { findPreferences, lockPreferences, savePreferences } from './preference.store.ts'

/** What the user chose on the screens (A53, A54, A64); it is kept as a whole, the contract bounds its size. */
export function addPreferenceRoutes(server: HttpServer, { parts }: Pick<AccountRoutesDeps, 'parts'>): void {
  server.add('preferences', async (_input, { caller }) => {
    const { preferences, etag } = await readPreferences(parts.db.orm, caller.userId)
    return { status: 200, body: preferences, headers: { etag } }
  })

  server.add('updatePreferences', async ({ body }, { caller, request }) => {
    const ifMatch = request.headers['if-match']
    const change = { userId: caller.userId, preferences: body, ifMatch }
    const { preferences, etag } = await changePreferences(parts.db, change)
    return { status: 200, body: preferences, headers: { etag } }
  })
}

const none: Preferences = { favourite_validators: [], tables: {} }

interface Change {
  userId: number
  preferences: Preferences
  /** Of the preferences that the change was made from; undefined: whatever they are now. */
  ifMatch: string | undefined
}

/** Preferences, and what `If-Match` of a change of them names. */
export interface TaggedPreferences {
  preferences: Preferences
  etag: string
}

/** What a user chose on the screens; empty where they chose nothing. */
async function readPreferences(orm: Queryable, userId: number): Promise<TaggedPreferences> {
  return tagged((await findPreferences(orm, userId)) ?? none)
}

/**
 * Replaces all of a user's preferences. Changes of one user are made one after the other.
 *
 * @throws ProblemError 412 where the preferences are others than `ifMatch` says; nothing is changed then
 */
async function changePreferences(
  db: Pick<Database, 'transaction'>,
  { userId, preferences, ifMatch }: Change,
): Promise<TaggedPreferences> {
  return db.transaction(async (tx) => {
    await lockPreferences(tx, userId)
    if (ifMatch !== undefined) {
      const { etag } = await readPreferences(tx, userId)
      if (!matches(ifMatch, etag)) throw new ProblemError('changed_elsewhere')
    }
    await savePreferences(tx, userId, preferences)
    return tagged(preferences)
  })
}

function tagged(preferences: Preferences): TaggedPreferences {
  return { preferences, etag: etagOf(JSON.stringify(preferences)) }
}
