import {
  type Contact,
  type ContactChangeBody,
  mostContacts,
  type NewContactBody,
} from '@roundsman/contract/accounts/contacts'
import type { Language } from '@roundsman/contract/accounts/users'
import { OutboundError } from '../../../platform/clients/guarded-fetch.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ChannelSite } from '../channels/channel.ts'
import { contactKinds } from '../channels/channels.ts'
import { ContactFault, type ContactKind, type FormResult } from '../channels/contact-kind.ts'
import { createWriter } from '../channels/contact-sender.ts'
import { pagerdutyContacts, pagerdutyWebhookUrl } from '../channels/pagerduty/pagerduty.ts'
import { keepLink } from '../channels/telegram/telegram.store.ts'
import { writtenMessage } from '../channels/written-message.ts'
import type { Message } from '../ledger/new-delivery.ts'
import type { ContactOwner, ContactRow, ContactStore } from './contact.store.ts'

export interface Contacts extends Pick<ContactStore, 'ofUser' | 'ofTeams' | 'remove' | 'find'> {
  /** As the contract shows it to its owner, and to the members of a team. */
  view(this: void, row: ContactRow): Contact
  /** Null: it is gone. @throws ProblemError `validation_failed` where no webhooks come of its channel */
  change(
    tx: Tx,
    contact: Pick<ContactRow, 'id' | 'channel'>,
    body: ContactChangeBody,
  ): Promise<ContactRow | null>
  /**
   * Writes to a contact at once, and keeps it unless its provider refuses it for good; one whose place is found by a link
   * is kept until somebody comes by it.
   *
   * @param of.ownerIn whose it is to be, if it may; asked before anything is sent, and when it is kept
   * @param of.onKept what else is written where it is
   * @throws ProblemError `contact_refused`, `address_not_allowed`, `not_configured`, `unavailable`, `validation_failed`
   */
  add(of: {
    ownerIn: (tx: Tx) => Promise<ContactOwner>
    onKept: (tx: Tx) => Promise<void>
    body: NewContactBody
    message: Message
    language: Language
  }): Promise<{
    row: ContactRow
    /** Shown this once. */
    once: { secret?: string; link?: string }
  }>
}

export function createContacts(site: ChannelSite & Pick<Platform, 'ids' | 'db'>): Contacts {
  const { contacts: store, db, ids, clock } = site

  /** What the provider says to a first message. */
  async function tryOut(
    kind: ContactKind,
    body: unknown,
    message: Message,
    language: Language,
  ): Promise<Tried> {
    const form = kind.form(site)
    if (!form) throw new ProblemError('not_configured')
    const key = ids.uuid().replaceAll('-', '')
    const write = createWriter(form, site)
    const signal = clock.timeoutSignal(answerMs)
    try {
      const names = { key, topic: key.slice(0, 22), edited: null, answered: null }
      const result = await write(body, writtenMessage(message, language, null), names, signal)
      return { shown: kind.shown(body), ...verdictOf(result) }
    } catch (error) {
      if (error instanceof ContactFault) throw new ProblemError('validation_failed', { errors: error.errors })
      if (!(error instanceof OutboundError)) throw error
      return {
        shown: kind.shown(body),
        state: 'WAITING',
        problemCode: 'no_answer',
        problemDetail: error.message,
      }
    }
  }

  async function checkRoom(tx: Queryable, owner: ContactOwner): Promise<void> {
    if ((await store.countOf(tx, owner)) >= mostContacts)
      throw owner.teamId === null ? tooMany : tooManyOfTeam
  }

  return {
    ...store,
    view: (row) => contactView(row, site.publicUrl),
    change: async (tx, { id, channel }, { name, webhook_secret: webhookSecret }) => {
      if (webhookSecret === undefined) return store.change(tx, id, { name })
      if (channel !== pagerdutyContacts.channel) throw noWebhooks
      return store.change(tx, id, { name, webhookSecret })
    },
    add: async ({ ownerIn, onKept, body: { team_id: _team, ...body }, message, language }) => {
      await db.transaction(async (tx) => checkRoom(tx, await ownerIn(tx)))
      const kind = contactKinds.find(({ channel }) => channel === body.channel)
      if (!kind) throw new ProblemError('not_configured')
      const add = (tried: Tried, kept: unknown, then = (_tx: Tx, _id: number) => Promise.resolve()) =>
        db.transaction(async (tx) => {
          const owner = await ownerIn(tx)
          // Of two at once the second counts the first.
          await takeLock(tx, 'contacts', owner.teamId === null ? owner.userId : -owner.teamId)
          await checkRoom(tx, owner)
          const { channel, name } = body
          const row = await store.add(tx, { ...owner, channel, name, ...tried }, kept)
          await then(tx, row.id)
          await onKept(tx)
          return row
        })
      const invited = await kind.invite?.(site, { message, language })
      if (invited) {
        const tried = { ...waiting(null), shown: kind.shown(invited.body) }
        const row = await add(tried, invited.body, (tx, id) => keepLink(tx, db.now, id, invited.code))
        return { row, once: { link: invited.link } }
      }
      const { body: kept, once } = kind.complete?.(body, ids) ?? { body, once: {} }
      return { row: await add(await tryOut(kind, kept, message, language), kept), once }
    },
  }
}

type Tried = Pick<ContactRow, 'state' | 'problemCode' | 'problemDetail' | 'shown'>

/** Longer than a request to a provider takes. */
const answerMs = 12_000

function verdictOf(result: FormResult): Pick<ContactRow, 'state' | 'problemCode' | 'problemDetail'> {
  if (result === 'GONE' || ['unsent', 'unanswered', 'moved'].includes(result.outcome)) return waiting(null)
  if (result.outcome !== 'failed') return { state: 'CONFIRMED', problemCode: null, problemDetail: null }
  if (!result.permanent) return waiting(result.detail)
  const { detail, isAddressRefused } = result
  throw new ProblemError(isAddressRefused ? 'address_not_allowed' : 'contact_refused', {
    ...(isAddressRefused ? {} : { detail: { en: detail, ru: detail, uk: detail } }),
  })
}

const waiting = (problemDetail: string | null) =>
  ({ state: 'WAITING', problemCode: problemDetail === null ? null : 'no_answer', problemDetail }) as const

const tooManyOfTeam = new ProblemError('validation_failed', {
  errors: {
    channel: [
      {
        en: `A team can have at most ${mostContacts} contacts. Remove one first.`,
        ru: `У команды может быть не больше ${mostContacts} контактов. Сначала удалите один из них.`,
        uk: `Команда може мати не більше ${mostContacts} контактів. Спершу видаліть один із них.`,
      },
    ],
  },
})
const tooMany = new ProblemError('validation_failed', {
  errors: {
    channel: [
      {
        en: `You can have at most ${mostContacts} contacts. Remove one first.`,
        ru: `Можно иметь не больше ${mostContacts} контактов. Сначала удалите один из них.`,
        uk: `Можна мати не більше ${mostContacts} контактів. Спершу видаліть один із них.`,
      },
    ],
  },
})

const noWebhooks = new ProblemError('validation_failed', {
  errors: {
    webhook_secret: [
      {
        en: 'This channel sends no webhooks.',
        ru: 'Этот канал не отправляет вебхуки.',
        uk: 'Цей канал не надсилає вебхуки.',
      },
    ],
  },
})

function contactView(row: ContactRow, publicUrl: string | null): Contact {
  const { id, channel, name, shown, state, problemCode, problemDetail, problemSince } = row
  return {
    ...{ id, channel, name, to: shown, state },
    problem:
      problemCode === null || problemSince === null
        ? null
        : { code: problemCode, detail: problemDetail ?? '', since: problemSince.toISOString() },
    last_delivered_at: row.lastDeliveredAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    team_id: row.teamId,
    ...(channel === pagerdutyContacts.channel && publicUrl !== null
      ? { webhook: { url: pagerdutyWebhookUrl(publicUrl, id), has_secret: row.webhookSecret !== null } }
      : {}),
  }
}
