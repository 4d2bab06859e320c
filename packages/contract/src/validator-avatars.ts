import * as z from 'zod/mini'
import { type Endpoint, Nothing } from './endpoint.ts'

/** `digest` is that of the picture, so that what is at an address never changes. */
export const ValidatorAvatarParams = z.object({ digest: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** Only pictures are loaded from here, by the addresses in `avatar` of validators. */
export const validatorAvatarEndpoints = {
  validatorAvatar: {
    method: 'GET',
    path: '/api/blockchains/avatars/{digest}/',
    access: 'session',
    params: ValidatorAvatarParams,
    query: Nothing,
    body: null,
    responses: { 200: z.string() },
    errors: [401, 404],
    produces: 'webp',
  },
} as const satisfies Record<string, Endpoint>
