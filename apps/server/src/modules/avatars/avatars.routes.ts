import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { findPicture } from './avatar.store.ts'

/** Pictures of validators by the digest of what they show (W115). */
export function addAvatarsRoutes(server: HttpServer, { orm }: Pick<Database, 'orm'>): void {
  server.add('validatorAvatar', async ({ params }, { reply }) => {
    const webp = await findPicture(orm, params.digest)
    if (!webp) throw new ProblemError('not_found')
    // Who is signed in may see it, and what is behind a session no shared cache keeps.
    await reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/webp').send(webp)
    return undefined
  })
}
