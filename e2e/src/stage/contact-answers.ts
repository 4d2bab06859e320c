import type { Contact, NewContact, NewContactBody } from '@roundsman/contract/accounts/contacts'
import type { OwnEscalation } from '@roundsman/contract/alerts/escalation'
import { stageTime } from './answers.ts'

const ago = (seconds: number) => new Date(stageTime.getTime() - seconds * 1_000).toISOString()
const given = (id: number, change: Partial<Contact> & Pick<Contact, 'channel' | 'name' | 'to'>): Contact => ({
  ...{
    id,
    state: 'CONFIRMED',
    problem: null,
    last_delivered_at: null,
    created_at: ago(86_400),
    team_id: null,
  },
  ...change,
})
const own = (channel: Contact['channel'], to: string, state: Contact['state'] = 'CONFIRMED'): Contact => ({
  ...given(0, { channel, to, name: to, state }),
  id: null,
})

/** A text after five minutes without an answer, then a call, twice. */
export const reminders: OwnEscalation = {
  escalation: {
    from_severity: 'CRITICAL',
    steps: [
      { after_minutes: 5, who: 'EVERYONE', channels: ['SMS', 'TELEGRAM'] },
      { after_minutes: 10, who: 'EVERYONE', channels: ['VOICE'] },
    ],
    repeat: 2,
  },
}

/** Of the profile, and one of everything that can be with what is given. */
export const contacts: Contact[] = [
  own('SMS', '+12…0143'),
  own('VOICE', '+12…0143'),
  own('SMS', '+44…0142', 'WAITING'),
  own('VOICE', '+44…0142', 'WAITING'),
  own('EMAIL', 'r…@example.org'),
  given(1, { channel: 'TELEGRAM', name: 'On call', to: '@r…w', last_delivered_at: ago(240) }),
  given(2, {
    ...{ channel: 'DISCORD', name: 'harbour-ops', to: 'discord.com/api/webhooks/…9f3a', state: 'BROKEN' },
    problem: { code: 'refused', detail: 'Unknown Webhook', since: ago(5_400) },
    last_delivered_at: ago(9 * 86_400),
  }),
  given(3, {
    ...{ channel: 'WEBHOOK', name: 'Incident log', to: 'ops.example.org/…', state: 'WAITING' },
    problem: { code: 'no_answer', detail: 'connect ECONNREFUSED', since: ago(600) },
  }),
  given(5, {
    ...{ channel: 'PAGERDUTY', name: 'Night shift', to: '…f4d', last_delivered_at: ago(7_200) },
    webhook: { url: 'https://celestia.example.org/api/callbacks/pagerduty/5/', has_secret: true },
  }),
  given(4, {
    ...{ channel: 'WEB_PUSH', name: 'Firefox, Linux', to: 'updates.push.services.mozilla.com/…' },
    last_delivered_at: ago(3_600),
  }),
]

/** What the server says to somebody who adds one: all that is shown once. */
export function addedContact({ channel, name }: Pick<NewContactBody, 'channel' | 'name'>): NewContact {
  const contact = given(9, { channel, name, to: 'example.org/…' })
  if (channel === 'WEBHOOK') return { ...contact, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  if (channel === 'TELEGRAM')
    return { ...contact, state: 'WAITING', link: 'https://t.me/roundsman_bot?start=q1W2e3R4t5Y6u7I8' }
  return contact
}
