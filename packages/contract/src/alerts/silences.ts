import * as z from 'zod/mini'
import { type Endpoint, guarded, Id, NoContent, Nothing } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'

const BodyId = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const GivenTime = z.iso.datetime({ offset: true })

/** How long a silence may last, how far ahead it may begin, its words, and how many a user or a team may have that are not over. */
export const silenceBounds = { days: 30, daysAhead: 365, reason: 200, ofUser: 100 }
/** Without U+0000, the one character that PostgreSQL cannot store in a text. */
const storable = /^[^\u0000]*$/

/** Planned work: what is expected of its target meanwhile is recorded and not sent. */
export const Silence = z.object({
  id: z.int(),
  blockchain_id: z.int(),
  /** Neither a validator nor a bridge: the network with all of them. */
  blockchain_validator_id: z.nullable(z.int()),
  bridge_id: z.nullable(z.int()),
  /** Of the validator or the bridge, as it is called now. */
  target_name: z.nullable(z.string()),
  team_id: z.nullable(z.int()),
  from: Time,
  to: Time,
  reason: z.string(),
  /** It ends by itself when its target has recovered. */
  until_recovered: z.boolean(),
  /** It has begun. */
  is_active: z.boolean(),
  created_at: Time,
  /** Null: somebody of the team whose account is gone. */
  created_by: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
})
export type Silence = z.infer<typeof Silence>

export const NewSilenceBody = z.strictObject({
  blockchain_id: BodyId,
  blockchain_validator_id: z.optional(z.nullable(BodyId)),
  bridge_id: z.optional(z.nullable(BodyId)),
  team_id: z.optional(z.nullable(BodyId)),
  /** From now on where it is left out. */
  from: z.optional(z.nullable(GivenTime)),
  to: GivenTime,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(silenceBounds.reason), z.regex(storable)),
  until_recovered: z.optional(z.boolean()),
})
export type NewSilenceBody = z.infer<typeof NewSilenceBody>

export const silenceEndpoints = {
  /** The caller's own and those of their teams, or of one team, that are not over; the first to end first. */
  silences: {
    method: 'GET',
    path: '/api/alerts/silences/',
    access: 'network',
    params: Nothing,
    query: z.object({ blockchain_id: Id, team_id: z.optional(Id) }),
    body: null,
    responses: { 200: z.object({ silences: z.array(Silence) }) },
    errors: [401, 403, 404],
    produces: 'json',
  },
  addSilence: {
    method: 'POST',
    path: '/api/alerts/silences/',
    access: 'network',
    params: Nothing,
    query: Nothing,
    body: NewSilenceBody,
    responses: { 201: Silence },
    errors: [401, 404, ...guarded],
    produces: 'json',
  },
  /** Ends it; one that has not begun is gone. */
  endSilence: {
    method: 'DELETE',
    path: '/api/alerts/silences/{silenceId}/',
    access: 'session',
    params: z.object({ silenceId: Id }),
    query: Nothing,
    body: null,
    responses: { 204: NoContent },
    errors: [401, 403, 404],
    produces: 'nothing',
  },
} as const satisfies Record<string, Endpoint>
