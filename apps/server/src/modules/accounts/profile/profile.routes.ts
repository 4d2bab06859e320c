import { createHash } from 'node:crypto'
import { avatarMaxBytes, avatarWidths, type Preferences } from '@roundsman/contract/accounts/accounts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { encodePicture } from '../../../platform/encode-picture.ts'
import { readUpload } from '../../../platform/http/body-parsers.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { etagOf, matches } from '../../../platform/http/send-json.ts'
import type { PersonalData } from '../../../platform/process/module.ts'
import { type AccountParts, clientContextOf, sessionOf } from '../account-parts.ts'
import { fieldTexts } from '../users/account-texts.data.ts'
import { originOf } from '../audit/audit-trail.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { groupsOf, setAvatar } from '../users/user.store.ts'
import { deletePicture, findPicture, replacePicture } from './avatar.store.ts'
import { deleteAccount, exportAccount } from './leaving.ts'
import { findPreferences, lockPreferences, savePreferences } from './preference.store.ts'
import { changeProfile, readProfile } from './profile.ts'

/** Wide enough for every place on the screens but the largest preview. */
const usualWidth = 256

/**
 * What users say of themselves: their profile, their picture (A55 to A59), what they chose on the screens; and how they
 * take all of it with them, and leave.
 * @param others what other modules keep of users
 */
export function addProfileRoutes(
  server: HttpServer,
  parts: AccountParts,
  others: () => readonly PersonalData[],
): void {
  const answer = async (user: UserRow) => ({
    status: 200,
    body: await readProfile(parts, user, await groupsOf(parts.db.orm, user.id)),
  })

  server.add('profile', async (_input, call) => {
    const { user, groups } = await sessionOf(call, parts)
    return { status: 200, body: await readProfile(parts, user, groups) }
  })

  server.add('updateProfile', async ({ body }, call) =>
    answer(await changeProfile(parts, call.caller.userId, body)),
  )

  server.add('exportAccount', async (_input, call) => {
    const { user } = await sessionOf(call, parts)
    await parts.throttle.accountExport(user.id, addressKey(call.ip))
    const headers = {
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="roundsman-account.json"',
    }
    const body = await exportAccount(parts, user, others())
    await parts.audit.record(parts.db.orm, {
      kind: 'account_exported',
      userId: user.id,
      from: originOf(call),
    })
    return { status: 200, body, headers }
  })

  server.add('deleteAccount', async ({ body }, call) => {
    const session = await sessionOf(call, parts)
    await deleteAccount(parts, session, body, await clientContextOf(call, parts), others())
    parts.cookies.signOut(call)
    return { status: 204, body: undefined }
  })

  async function changeAvatar(
    userId: number,
    name: string | null,
    pictures: Awaited<ReturnType<typeof encodePicture>>,
  ) {
    const user = await parts.db.transaction(async (tx) => {
      if (name === null || pictures === null) await deletePicture(tx, userId)
      else await replacePicture(tx, userId, name, pictures)
      return setAvatar(tx, userId, name === null ? null : `/api/users/profile/avatar/${name}/${usualWidth}/`)
    })
    if (!user) throw new ProblemError('not_authenticated')
    return answer(user)
  }

  server.add('putAvatar', async (_input, { caller, request }) => {
    const file = await readUpload(request, avatarMaxBytes)
    const pictures = await encodePicture(file, avatarWidths)
    const largest = pictures?.at(-1)
    if (!pictures || !largest)
      throw new ProblemError('validation_failed', { errors: { avatar: [fieldTexts.picture] } })
    const name = createHash('sha256').update(largest.webp).digest('base64url')
    return changeAvatar(caller.userId, name, pictures)
  })

  server.add('removeAvatar', (_input, { caller }) => changeAvatar(caller.userId, null, null))

  server.add('avatarPicture', async ({ params }, { caller, reply }) => {
    const webp = await findPicture(parts.db.orm, caller.userId, params.name, params.width)
    if (!webp) throw new ProblemError('not_found')
    // The name is a digest of the picture; only its owner may see it, so no shared cache keeps it.
    await reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/webp').send(webp)
    return undefined
  })

  // Kept as a whole (A53, A54, A64); the contract bounds its size.
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
interface TaggedPreferences {
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
