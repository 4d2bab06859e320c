import { avatarMaxBytes, avatarWidths } from '@roundsman/contract/accounts'
import { createHash } from 'node:crypto'
import { encodePicture } from '../../../platform/encode-picture.ts'
import { readUpload } from '../../../platform/http/body-parsers.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { unlessOverrun } from '../account-parts.ts'
import type { AccountRoutesDeps } from '../account-parts.ts'
import { fieldTexts } from '../users/account-texts.data.ts'
import { setAvatar } from '../users/user.store.ts'
import { deletePicture, findPicture, replacePicture } from './avatar.store.ts'
import { readProfile } from './profile.ts'

/** Wide enough for every place on the screens but the largest preview. */
const usualWidth = 256

/** The user's own picture (A55 to A59): sent in, taken away, served in the widths that pages ask for. */
export function addAvatarRoutes(server: HttpServer, { parts }: Pick<AccountRoutesDeps, 'parts'>): void {
  async function change(
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
    return { status: 200, body: await readProfile(parts.db.orm, user) }
  }

  server.add('putAvatar', async (_input, { caller, request }) => {
    const file = await readUpload(request, avatarMaxBytes)
    const pictures = await unlessOverrun(encodePicture(file, avatarWidths))
    const largest = pictures?.at(-1)
    if (!pictures || !largest)
      throw new ProblemError('validation_failed', { errors: { avatar: [fieldTexts.picture] } })
    const name = createHash('sha256').update(largest.webp).digest('base64url')
    return change(caller.userId, name, pictures)
  })

  server.add('removeAvatar', (_input, { caller }) => change(caller.userId, null, null))

  server.add('avatarPicture', async ({ params }, { caller, reply }) => {
    const webp = await findPicture(parts.db.orm, caller.userId, params.name, params.width)
    if (!webp) throw new ProblemError('not_found')
    // The name is a digest of the picture; only its owner may see it, so no shared cache keeps it.
    await reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/webp').send(webp)
    return undefined
  })
}
