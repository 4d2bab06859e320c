import type { NewContactBody } from '@roundsman/contract/accounts/contacts'
import type contacts from '../../../i18n/contacts.en.json'

export type GivenChannel = NewContactBody['channel']
/** Channels whose contact is what somebody types or pastes; the others are found by a click. */
export type TypedChannel = Exclude<GivenChannel, 'TELEGRAM' | 'WEB_PUSH'>

export interface ContactField {
  /** As the contract calls it. */
  name: string
  label: keyof typeof contacts.field
  /** What is said where the contract refuses the value. */
  wrong: keyof typeof contacts.wrong
  /** Opens something: nobody over the shoulder reads it, and no draft keeps it. */
  isSecret?: true
  isOptional?: true
  placeholder?: string
}

interface ContactForm {
  /** The provider's own page about where to find what is asked for. */
  help: string
  fields: readonly ContactField[]
}

const url = (label: ContactField['label'], placeholder: string): ContactField => ({
  ...{ name: 'url', label, wrong: 'url', placeholder },
})

/** What each channel wants to know, in the order of its form. */
export const contactForms: Readonly<Record<TypedChannel, ContactForm>> = {
  DISCORD: {
    help: 'https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks',
    fields: [url('webhookUrl', 'https://discord.com/api/webhooks/…')],
  },
  SLACK: {
    help: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
    fields: [url('webhookUrl', 'https://hooks.slack.com/services/…')],
  },
  PAGERDUTY: {
    help: 'https://support.pagerduty.com/main/docs/services-and-integrations',
    fields: [{ name: 'routing_key', label: 'routing_key', wrong: 'key', isSecret: true }],
  },
  WEBHOOK: {
    help: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
    fields: [url('url', 'https://ops.example.org/alerts')],
  },
  NTFY: {
    help: 'https://docs.ntfy.sh/subscribe/phone/',
    fields: [
      url('topicUrl', 'https://ntfy.sh/…'),
      { name: 'token', label: 'token', wrong: 'token', isSecret: true, isOptional: true },
    ],
  },
  MATRIX: {
    help: 'https://matrix.org/docs/chat_basics/matrix-for-im/',
    fields: [
      { name: 'homeserver', label: 'homeserver', wrong: 'url', placeholder: 'https://matrix.org' },
      { name: 'room_id', label: 'room_id', wrong: 'room', placeholder: '!…:matrix.org' },
      { name: 'access_token', label: 'access_token', wrong: 'token', isSecret: true },
    ],
  },
  PUSHOVER: {
    help: 'https://pushover.net/',
    fields: [{ name: 'user_key', label: 'user_key', wrong: 'key', isSecret: true }],
  },
  GOTIFY: {
    help: 'https://gotify.net/docs/pushmsg',
    fields: [
      url('serverUrl', 'https://gotify.example.org'),
      { name: 'token', label: 'appToken', wrong: 'token', isSecret: true },
    ],
  },
}

/** Where the address stands that the server may refuse to send to. */
export const addressFields: readonly string[] = ['url', 'homeserver']
