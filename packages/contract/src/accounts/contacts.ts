import * as z from 'zod/mini'
import { Id } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'
import { notificationChannels } from './accounts.ts'

/** Places where a user is reached: phones, the address, and what is given here. */

/** At most so many of one user, or of one team, that are given here. */
export const mostContacts = 20

export const contactProblems = ['refused', 'no_answer'] as const

export const Contact = z.object({
  /** Of a phone and of the address null: they are changed where they were given. */
  id: z.nullable(z.int()),
  channel: z.enum(notificationChannels),
  name: z.string(),
  /** Masked: enough for its owner to know which one is meant. */
  to: z.string(),
  /** WAITING: nothing has arrived there yet; BROKEN: its provider refuses it. Only what is CONFIRMED is sent to. */
  state: z.enum(['WAITING', 'CONFIRMED', 'BROKEN']),
  problem: z.nullable(z.object({ code: z.enum(contactProblems), detail: z.string(), since: Time })),
  last_delivered_at: z.nullable(Time),
  created_at: z.nullable(Time),
  team_id: z.nullable(z.int()),
  /** Of a PAGERDUTY: where its webhooks go, so that what is acknowledged there is acknowledged here, and whether they count. */
  webhook: z.optional(z.object({ url: z.string(), has_secret: z.boolean() })),
})
export type Contact = z.infer<typeof Contact>

/** With what is shown this once. */
export const NewContact = z.object({
  ...Contact.shape,
  /** Of a WEBHOOK: the key with which its messages are signed, `whsec_…`. */
  secret: z.optional(z.string()),
  /** Of a TELEGRAM: what to open there, once and within ten minutes; until then it is WAITING. */
  link: z.optional(z.string()),
})
export type NewContact = z.infer<typeof NewContact>

export const Contacts = z.object({ contacts: z.array(Contact) })

/** Without control characters. */
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\u0000-\u001f\u007f]+$/))
const Url = z.url().check(z.maxLength(2048))
/** Goes into a header as it is. */
const Token = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{1,1024}$/))

const Key = z.string().check(z.regex(/^[\w-]{1,200}={0,2}$/))

/** Of which team it is to be; null, or left out: the caller's own. */
const team_id = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(2_147_483_647))))

/** What each channel wants to know; secrets never come back. */
export const newContactBodies = {
  /** Its chat is found by a link. */
  TELEGRAM: z.strictObject({ channel: z.literal('TELEGRAM'), name: Name, team_id }),
  /** The address of a webhook. */
  DISCORD: z.strictObject({ channel: z.literal('DISCORD'), name: Name, team_id, url: Url }),
  SLACK: z.strictObject({ channel: z.literal('SLACK'), name: Name, team_id, url: Url }),
  /** The integration key of a service there. */
  PAGERDUTY: z.strictObject({
    channel: z.literal('PAGERDUTY'),
    name: Name,
    team_id,
    routing_key: z.string().check(z.trim(), z.regex(/^\w{1,64}$/)),
    region: z.optional(z.enum(['US', 'EU'])),
  }),
  WEBHOOK: z.strictObject({ channel: z.literal('WEBHOOK'), name: Name, team_id, url: Url }),
  /** Server and topic. */
  NTFY: z.strictObject({
    channel: z.literal('NTFY'),
    name: Name,
    team_id,
    url: Url,
    token: z.optional(Token),
  }),
  /** As the browser gives it: `PushSubscription.toJSON()`. */
  WEB_PUSH: z.strictObject({
    channel: z.literal('WEB_PUSH'),
    name: Name,
    team_id,
    subscription: z.object({
      endpoint: Url,
      keys: z.object({ p256dh: Key, auth: Key }),
    }),
  }),
  MATRIX: z.strictObject({
    channel: z.literal('MATRIX'),
    name: Name,
    team_id,
    homeserver: Url,
    room_id: z.string().check(z.trim(), z.regex(/^![\x21-\x7e]{1,254}$/)),
    access_token: Token,
  }),
  PUSHOVER: z.strictObject({
    channel: z.literal('PUSHOVER'),
    name: Name,
    team_id,
    user_key: z.string().check(z.trim(), z.regex(/^\w{1,64}$/)),
  }),
  GOTIFY: z.strictObject({ channel: z.literal('GOTIFY'), name: Name, team_id, url: Url, token: Token }),
}
export const NewContactBody = z.discriminatedUnion('channel', [
  newContactBodies.TELEGRAM,
  newContactBodies.DISCORD,
  newContactBodies.SLACK,
  newContactBodies.PAGERDUTY,
  newContactBodies.WEBHOOK,
  newContactBodies.NTFY,
  newContactBodies.WEB_PUSH,
  newContactBodies.MATRIX,
  newContactBodies.PUSHOVER,
  newContactBodies.GOTIFY,
])
export type NewContactBody = z.infer<typeof NewContactBody>
export const ContactNameBody = z.strictObject({ name: Name })
/** `webhook_secret`: of a PAGERDUTY, by which its webhooks are signed; null: they count no more. It never comes back. */
export const ContactChangeBody = z.strictObject({
  name: Name,
  webhook_secret: z.optional(z.nullable(Token)),
})
export type ContactChangeBody = z.infer<typeof ContactChangeBody>
/** Without a team: the caller's own, and those of their teams. */
export const ContactsQuery = z.object({ team_id: z.optional(Id) })
export const ContactParams = z.object({ contactId: Id })
