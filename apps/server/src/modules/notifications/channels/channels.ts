import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { Config } from '../../../platform/config/config.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { ContactStore } from '../contacts/contact.store.ts'
import type { Budgets, LeftToday } from '../dispatching/budgets.ts'
import type { Channel, ChannelKind, ChannelSite, Sender } from './channel.ts'
import type { ContactKind } from './contact-kind.ts'
import { contactChannel } from './contact-sender.ts'
import { discordContacts } from './discord/discord.ts'
import { emailChannel } from './email/email.channel.ts'
import { gotifyContacts } from './gotify/gotify.ts'
import { matrixContacts } from './matrix/matrix.ts'
import { ntfyContacts } from './ntfy/ntfy.ts'
import { pagerdutyContacts } from './pagerduty/pagerduty.ts'
import { pushoverContacts } from './pushover/pushover.ts'
import { slackContacts } from './slack/slack.ts'
import { telegramContacts } from './telegram/telegram.ts'
import { smsChannel } from './twilio/sms.channel.ts'
import { voiceChannel } from './twilio/voice.channel.ts'
import { webhookContacts } from './webhook/webhook.ts'
import { webPushContacts } from './web-push/web-push.ts'

/** Those whose contacts users give, in the order of the contract. */
export const contactKinds: readonly ContactKind[] = [
  telegramContacts,
  discordContacts,
  slackContacts,
  pagerdutyContacts,
  webhookContacts,
  ntfyContacts,
  webPushContacts,
  matrixContacts,
  pushoverContacts,
  gotifyContacts,
]

/** Every channel there is, in the order of the contract; no other list of them is written by hand (D20). */
export const channelKinds: readonly ChannelKind<NotificationChannel>[] = [
  smsChannel,
  voiceChannel,
  emailChannel,
  ...contactKinds.map(contactChannel),
]

/** A channel's name in the ledger, in metrics and in hints. */
export function ledgerName(name: string): string {
  return name.toLowerCase()
}

/** The name that the contract has for a channel of the ledger; null for one that is no more. */
export function contractName(channel: string): NotificationChannel | null {
  return channelKinds.find(({ name }) => ledgerName(name) === channel)?.name ?? null
}

/** The channels that the site is set up for. */
export function createChannels(kinds: readonly ChannelKind[], site: ChannelSite): Channel[] {
  return kinds.flatMap((kind) => {
    const sender = kind.create(site)
    return sender === null ? [] : [{ ...followingConfig(kind, sender, site), channel: ledgerName(kind.name) }]
  })
}

/** The sender, made anew before the next message where a reload has changed the configuration (B206). */
function followingConfig(kind: ChannelKind, first: Sender, site: ChannelSite): Sender {
  let of = { ...site.config }
  let sender = first
  const now = () => {
    if (isShallowEqual(of, site.config)) return sender
    of = { ...site.config }
    // What is there when the program starts stays there: the rest of the program counts on it.
    sender = kind.create(site) ?? sender
    return sender
  }
  const { ask, credentialsOf } = first
  return {
    ...first,
    send: (delivery, signal) => now().send(delivery, signal),
    ...(ask && { ask: (providerId, signal) => (now().ask ?? ask)(providerId, signal) }),
    ...(credentialsOf && {
      credentialsOf: (tx, recipients) => (now().credentialsOf ?? credentialsOf)(tx, recipients),
    }),
  }
}

function isShallowEqual(one: Config, other: Config): boolean {
  const values = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([key, value]) => values.get(key) === value)
}

/** Messages a day for one user, of the channels whose messages cost money. */
export function dailyBudgets(kinds: readonly ChannelKind[], config: Config): Record<string, number> {
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const budget = kind.dailyBudget(config)
      return budget === null ? [] : [[ledgerName(kind.name), budget]]
    }),
  )
}

/** Says what this site can send (F14), so that a page need not find out by a call that fails, and what the caller gave. */
export function addChannelRoutes(
  server: HttpServer,
  hasChannel: (name: string) => boolean,
  {
    contacts,
    vapidKeys,
    leftFor,
  }: {
    contacts: Pick<ContactStore, 'ofUser'>
    vapidKeys: ChannelSite['vapidKeys']
    leftFor: Budgets['leftFor']
  },
): void {
  server.add('channels', async (_input, { caller }) => {
    const given = await contacts.ofUser(caller.userId)
    const reached = new Set(given.filter(({ state }) => state === 'CONFIRMED').map(({ channel }) => channel))
    const key = hasChannel(ledgerName(webPushContacts.channel)) ? await vapidKeys.find() : null
    const isGiven = (name: NotificationChannel) => contactKinds.some(({ channel }) => channel === name)
    const left = new Map<NotificationChannel, LeftToday>()
    for (const channel of notificationChannels) {
      const one = hasChannel(ledgerName(channel)) ? await leftFor(ledgerName(channel), caller.userId) : null
      if (one !== null) left.set(channel, one)
    }
    const leftOf = (one: LeftToday | undefined) =>
      one && {
        left_today: one.count,
        kept_today: one.kept,
        ...(one.until && { none_until: one.until.toISOString() }),
      }
    return {
      status: 200,
      body: {
        channels: notificationChannels.map((channel) => ({
          channel,
          is_available: hasChannel(ledgerName(channel)),
          ...leftOf(left.get(channel)),
          ...(isGiven(channel) ? { has_contact: reached.has(channel) } : {}),
          ...(channel === webPushContacts.channel && key !== null
            ? { application_server_key: key.publicKey }
            : {}),
        })),
      },
    }
  })
}
