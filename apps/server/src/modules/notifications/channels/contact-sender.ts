import { createHash, createHmac } from 'node:crypto'
import type { Language } from '@roundsman/contract/accounts/users'
import { createSiteFetch, OutboundError } from '../../../platform/clients/guarded-fetch.ts'
import { subkey } from '../../../platform/config/secrets.ts'
import { givenContactIn } from '../contacts/contact.store.ts'
import { answerUrl, createAnswerTokens } from './answer-link.ts'
import type { ChannelKind, ChannelSite, Credential, OutgoingDelivery, Sender, SendResult } from './channel.ts'
import {
  ContactFault,
  type ContactKind,
  type FormResult,
  type MessageNames,
  type ProviderForm,
} from './contact-kind.ts'
import { askProvider } from './provider-answer.ts'
import { type WrittenMessage, writtenMessage } from './written-message.ts'

/** What a provider was written and said of it, by whoever needs to know it at once. */
export type WriteTo = (
  body: unknown,
  message: WrittenMessage,
  names: MessageNames,
  signal: AbortSignal,
) => Promise<FormResult>

/** @throws OutboundError where there was no answer, ContactFault where the body is none of this provider */
export function createWriter(
  form: ProviderForm<unknown>,
  { guardedFetch, fetch, clock }: Pick<ChannelSite, 'guardedFetch' | 'fetch' | 'clock'>,
): WriteTo {
  const own = createSiteFetch({ fetch, clock })
  return async (body, message, names, signal) => {
    const requests = [await form.request(body, message, names)].flat()
    let last: FormResult = { outcome: 'delivered' }
    for (const request of requests) {
      const answer = await askProvider(form.isSitesOwn ? own : guardedFetch, request, clock.now, signal)
      last = 'outcome' in answer ? answer : form.result(answer, body)
      if (last === 'GONE' || last.outcome === 'failed' || last.outcome === 'moved') return last
      if (!('outcome' in answer) && answer.backoffMs !== undefined && isTaken(last))
        last = { ...last, backoffMs: answer.backoffMs }
    }
    return last
  }
}

const isTaken = (result: SendResult): result is Extract<SendResult, { outcome: 'sent' | 'delivered' }> =>
  result.outcome === 'sent' || result.outcome === 'delivered'

/** The channel through which contacts of a kind are sent to. */
export function contactChannel({ channel, form: formOf }: ContactKind): ChannelKind<ContactKind['channel']> {
  return {
    name: channel,
    dailyBudget: () => null,
    create: (site) => {
      const form = formOf(site)
      return form && createContactSender(channel, form, site)
    },
  }
}

function createContactSender(channel: string, form: ProviderForm<unknown>, site: ChannelSite): Sender {
  const { contacts } = site
  const tokens = createAnswerTokens(subkey(site.config.secret, 'answer'))
  const writeTo = createWriter(form, site)
  const bucketKey = subkey(site.config.secret, 'bucket')

  /** Of a contact with this body. One that cannot be read is said so when it is written to. */
  function credentialsOf(body: unknown): Credential[] {
    try {
      return (form.credentials?.(body) ?? []).map(({ of, ...counted }) => ({
        ...counted,
        key: `${channel} ${createHmac('sha256', bucketKey).update(`${channel}\n${of}`).digest('base64url')}`,
      }))
    } catch {
      return []
    }
  }

  /** `edited`: the message that was changed; null: it is a new one. */
  async function write(
    id: number,
    body: unknown,
    delivery: OutgoingDelivery,
    signal: AbortSignal,
  ): Promise<{ result: SendResult; edited: string | null }> {
    const isAgain = delivery.lastDetail?.startsWith(mayHaveArrived) === true && !form.isRepeatable
    const written = writtenMessage(delivery.message, delivery.language, answerUrl(delivery, tokens))
    const message = isAgain
      ? { ...written, paragraphs: [...written.paragraphs, sentAgain[delivery.language]] }
      : written
    const names = namesOf(delivery)
    const edited = isAbout(delivery) ? await contacts.messageAbout(id, names.topic) : null
    const result = await writeTo(body, message, { ...names, edited }, signal)
    if (result !== 'GONE' && result.outcome !== 'moved') return { result, edited }
    const place = result === 'GONE' ? body : result.body
    if (result !== 'GONE') await contacts.moved(id, place)
    if (!delivery.mayStillSend()) return { result: { outcome: 'unsent' }, edited: null }
    const anew = await writeTo(place, message, { ...names, edited: null }, signal)
    return { result: anew === 'GONE' || anew.outcome === 'moved' ? gone : anew, edited: null }
  }

  /** True of what may be changed later. */
  const isAbout = ({ message }: OutgoingDelivery) => form.canEdit && message.thread !== undefined

  /** What became of a delivery, written down of its contact too. */
  async function kept(
    id: number,
    delivery: OutgoingDelivery,
    { result, edited }: { result: SendResult; edited: string | null },
  ): Promise<SendResult> {
    if (result.outcome === 'failed' && result.permanent && result.isContactRefused)
      await contacts.broken(id, result.detail)
    if (result.outcome !== 'delivered' && result.outcome !== 'sent') return result
    await contacts.delivered(id)
    if (isAbout(delivery) && edited === null && result.providerId !== undefined)
      await contacts.keepMessage(id, namesOf(delivery).topic, result.providerId)
    // Names of providers that users run are no names for the ledger: two of them may give the same.
    return {
      outcome: result.outcome,
      ...(result.backoffMs === undefined ? {} : { backoffMs: result.backoffMs }),
    }
  }

  return {
    credentialsOf: async (tx, recipients) => {
      const ids = recipients.map((recipient) => givenContactIn(recipient)?.id ?? 0)
      const bodies = await contacts.openAll(tx, ids)
      return ids.map((id) => (bodies.has(id) ? credentialsOf(bodies.get(id)) : []))
    },
    concurrency: { account: 1, critical: 8, other: 4 },
    isRepeatable: form.isRepeatable,
    send: async (delivery, signal) => {
      const id = givenContactIn(delivery.recipient)?.id
      const body = id === undefined ? null : await contacts.open(id)
      if (id === undefined || body === null) return gone
      try {
        return await kept(id, delivery, await write(id, body, delivery, signal))
      } catch (error) {
        if (error instanceof ContactFault)
          return { outcome: 'failed', permanent: true, detail: error.message }
        if (!(error instanceof OutboundError)) throw error
        if (!error.mayHaveArrived || form.isRepeatable)
          return { outcome: 'failed', permanent: false, detail: error.message }
        // Told once more only where that is worth it; else it would be there twice for nothing.
        const isCritical = delivery.message.severity === 'CRITICAL'
        return { outcome: 'failed', permanent: !isCritical, detail: `${mayHaveArrived}: ${error.message}` }
      }
    },
  }
}

const gone = { outcome: 'failed', permanent: true, detail: 'the contact is gone' } as const
const mayHaveArrived = 'it may have arrived'
const sentAgain: Readonly<Record<Language, string>> = {
  en: 'Sent again: it isn’t known whether the first message arrived.',
  ru: 'Отправлено повторно: неизвестно, дошло ли первое сообщение.',
  uk: 'Надіслано повторно: невідомо, чи дійшло перше повідомлення.',
}

/** By which providers know a delivery, and what it is about. */
function namesOf({
  id,
  idempotencyKey,
  isAnswerable,
  message,
}: Pick<OutgoingDelivery, 'id' | 'idempotencyKey' | 'isAnswerable' | 'message'>): Omit<
  MessageNames,
  'edited'
> {
  const about = message.thread ?? idempotencyKey
  return {
    key: idempotencyKey,
    answered: isAnswerable ? id : null,
    topic: createHash('sha256').update(`topic\n${about}`).digest().subarray(0, 16).toString('base64url'),
  }
}
