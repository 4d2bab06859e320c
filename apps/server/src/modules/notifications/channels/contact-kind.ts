import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { Language } from '@roundsman/contract/accounts/users'
import type * as z from 'zod/mini'
import type { Message as ProblemMessage } from '../../../platform/http/problem-error.ts'
import type { Message } from '../ledger/new-delivery.ts'
import type { ChannelSite, Credential, SendResult } from './channel.ts'
import type { ProviderAnswer, ProviderRequest } from './provider-answer.ts'
import type { WrittenMessage } from './written-message.ts'

/** What makes one message of a channel whose contacts users give. */
export interface MessageNames {
  /** The same in each attempt at a delivery, and in no other: 32 letters and digits. */
  key: string
  /** The same for the beginning and the end of an alert: 22 letters of base64url. */
  topic: string
  /** Of the message that is changed by this one; null: a new one. */
  edited: string | null
  /** The delivery that its reader may answer; null: there is nothing to answer. */
  answered: number | null
}

/** `GONE`: the message to change is not there any more. `moved`: its place is another one, which is kept, and written to. */
export type FormResult = SendResult | 'GONE' | { outcome: 'moved'; body: unknown }

/** `of`: what it is, secrets among it; the same for contacts that share it. */
export type CountedBy = { of: string } & Pick<Credential, 'rate' | 'isByAlert'>

/** Sent one after the other, as long as each is taken. */
type Requests = ProviderRequest | readonly ProviderRequest[]

/** How a provider is written to, and what its answers mean. */
export interface ProviderForm<Body> {
  /** True if a repetition does no harm there. */
  isRepeatable: boolean
  /** True if a message that is there can be changed. */
  canEdit: boolean
  /** By which its provider counts messages; else by all that is known of a contact, and only refusals tell (D133). */
  credentials?(body: Body): readonly CountedBy[]
  /** True if its address is the site's and not a user's. */
  isSitesOwn?: boolean
  /** @throws ContactFault where the body says something that no contact of this provider is */
  request(body: Body, message: WrittenMessage, names: MessageNames): Requests | Promise<Requests>
  result(answer: ProviderAnswer, body: Body): FormResult
}

/** A channel whose contacts users give, whatever it wants to know of them. */
export interface ContactKind {
  channel: NotificationChannel
  /** Masked. @throws where the body is none of this channel */
  shown(body: unknown): string
  /** What is kept of a new one where that is more than was given, and what is shown of it this once. */
  complete?(body: unknown, ids: ContactSite['ids']): { body: unknown; once: { secret: string } }
  /**
   * Where the place of a new one is found by a link that its user opens, in place of being given: what is kept until
   * then. Its code is in the link, and known to nobody else.
   *
   * @throws ProblemError `not_configured`, `unavailable`
   */
  invite?(site: InviteSite, hello: Hello): Promise<{ body: unknown; code: string; link: string }>
  /** Null where the site is not set up for it. */
  form(site: ContactSite): ProviderForm<unknown> | null
}

/** What a contact gets first. */
export interface Hello {
  message: Message
  language: Language
}

type InviteSite = ContactSite & Pick<ChannelSite, 'fetch' | 'clock'>

/** What forms are made of. */
export type ContactSite = Pick<ChannelSite, 'config' | 'vapidKeys' | 'ids' | 'clock'>

/** A field of a new contact is not what its provider gives. */
export class ContactFault extends TypeError {
  override name = 'ContactFault'
  readonly errors: Readonly<Record<string, readonly ProblemMessage[]>>

  constructor(field: string, message: ProblemMessage) {
    super(message.en)
    this.errors = { [field]: [message] }
  }
}

/** Forgets which body a channel has: what is kept is read by its schema. */
export function contactKind<Body>(of: {
  channel: NotificationChannel
  body: z.ZodMiniType<Body>
  shown(body: Body): string
  complete?: ContactKind['complete']
  invite?: ContactKind['invite']
  form(site: ContactSite): ProviderForm<Body> | null
}): ContactKind {
  return {
    channel: of.channel,
    ...(of.complete ? { complete: of.complete } : {}),
    ...(of.invite ? { invite: of.invite } : {}),
    shown: (body) => of.shown(of.body.parse(body)),
    form: (site) => {
      const form = of.form(site)
      return (
        form && {
          ...form,
          request: (body, ...rest) => form.request(of.body.parse(body), ...rest),
          result: (answer, body) => form.result(answer, of.body.parse(body)),
          credentials: (body) => {
            const read = of.body.parse(body)
            return form.credentials?.(read) ?? [{ of: withoutName(read), rate: null }]
          },
        }
      )
    },
  }
}

/** What two contacts that are the same place have in common. */
const withoutName = (body: unknown) =>
  JSON.stringify(body, (key, value: unknown) => (key === 'name' ? undefined : value))
