import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import type { Language } from '@roundsman/contract/accounts/users'
import { eq } from 'drizzle-orm'
import { OutboundError } from '../../../../platform/clients/guarded-fetch.ts'
import type { Answers } from '../../answers/answers.ts'
import { givenContactIn } from '../../contacts/contact.store.ts'
import { delivery } from '../../ledger/delivery.schema.ts'
import { type ChannelSite, oneLine, plainLine } from '../channel.ts'
import { writtenMessage } from '../written-message.ts'
import { telegramBody, telegramButtons, TelegramContact, telegramTokens } from './telegram.ts'
import type { TelegramBot } from './telegram-bot.ts'
import { telegramTexts, telegramTextsFor } from './telegram-texts.data.ts'
import { useLink } from './telegram.store.ts'
import type { CallbackQuery, TelegramChat, TelegramMessage, Update } from './telegram-update.ts'

/** Longest notice over a chat. */
const longestNotice = 200
/** Begins what is added to a message once it is answered. */
const mark = '✓ '
/** Those that a message of ours has. */
const ownEntities = ['bold', 'code', 'text_link']

/**
 * What people write and press at the site's bot: `/start <code>` links a chat to the contact that the code is of, and a
 * button answers its alert. What follows is done after it is written down; a repetition changes nothing more.
 */
export function createTelegramAnswers(
  { db, contacts, config, log }: Pick<ChannelSite, 'db' | 'contacts' | 'config' | 'log'>,
  api: TelegramBot,
  answers: Pick<Answers, 'record' | 'view'>,
): (update: Update, signal: AbortSignal) => Promise<void> {
  const tokens = telegramTokens(config.secret)

  /** True if Telegram took it. What it says instead is for the log alone: the answer itself counts already. */
  async function tell(method: string, body: object, signal: AbortSignal): Promise<boolean> {
    try {
      const reply = await api.call(method, body, signal)
      if (reply?.ok !== true)
        log.info({ method, said: oneLine(reply?.description ?? '') }, 'Telegram refused')
      return reply?.ok === true
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      log.warn({ method, said: error.message }, 'Telegram did not answer')
      return false
    }
  }

  /** Links a chat by the code of its `/start`. */
  async function start(message: TelegramMessage, code: string | undefined, signal: AbortSignal) {
    const { chat, from } = message
    const texts = telegramTextsFor(from?.language_code)
    const say = (text: string) => tell('sendMessage', { chat_id: chat.id, text }, signal)
    if (code === undefined) {
      // In a group others talk to other bots.
      if (chat.id > 0) await say(texts.noLink)
      return
    }
    const linked = await link(message, code)
    if ('is' in linked) {
      await say({ used: texts.used, expired: texts.expired, unknown: texts.expired }[linked.is])
      return
    }
    const { id, hello, language } = linked
    const written = writtenMessage(hello, language, null)
    if (await tell('sendMessage', telegramBody(chat.id, written, telegramButtons(null, language)), signal))
      await contacts.delivered(id)
    log.info({ contact: id }, 'a chat at Telegram was linked')
  }

  const link = ({ chat, from }: TelegramMessage, code: string) =>
    db.transaction(async (tx) => {
      const use = await useLink(tx, db.now, code, chat.id)
      if (use.is !== 'new' && use.is !== 'again') return { is: use.is }
      const contact = TelegramContact.parse(await contacts.open(use.contactId, tx))
      // An administrator who is not to be known, and a channel, are nobody in particular.
      const sender = from?.is_bot === true ? null : (from?.id ?? (chat.id > 0 ? chat.id : null))
      if (use.is === 'new') {
        const body: TelegramContact = { ...contact, chat: chat.id, user: sender }
        await contacts.linked(tx, use.contactId, { body, shown: maskedChat(chat) })
      }
      return { id: use.contactId, hello: contact.hello, language: contact.language }
    })

  /** The contact that a delivery went to; null: it is gone, or another channel's. */
  async function contactOf(deliveryId: number): Promise<TelegramContact | null> {
    const [row] = await db.orm
      .select({ recipient: delivery.recipient, channel: delivery.channel })
      .from(delivery)
      .where(eq(delivery.id, deliveryId))
    const id = row?.channel === 'telegram' ? givenContactIn(row.recipient)?.id : undefined
    const body = id === undefined ? null : await contacts.open(id)
    return body === null ? null : TelegramContact.parse(body)
  }

  async function press(query: CallbackQuery, signal: AbortSignal): Promise<void> {
    const stranger = telegramTextsFor(query.from.language_code)
    const notice = (text: string, isAlert = false) =>
      tell(
        'answerCallbackQuery',
        { callback_query_id: query.id, text: text.slice(0, longestNotice), show_alert: isAlert },
        signal,
      )
    const [, key, token = ''] = /^([am]):([\w-]{1,60})$/.exec(query.data ?? '') ?? []
    const id = tokens.read(token)
    const contact = id === null ? null : await contactOf(id)
    // Whoever else sees the message may press, and has no rights by it.
    if (id === null || contact === null || contact.user !== query.from.id) {
      await notice(stranger.notYours, true)
      return
    }
    const texts = telegramTexts[contact.language]
    if ((await answers.view(id)) === null) {
      await notice(texts.tooOld, true)
      return
    }
    let said: string | null
    try {
      said = await answers.record(id, key === 'm' ? 'MUTE' : 'ACKNOWLEDGE', undefined)
    } catch (error) {
      log.error({ delivery: id, err: error }, 'an answer by Telegram could not be stored')
      await notice(texts.failed, true)
      return
    }
    const view = await answers.view(id)
    await notice(said ?? texts.acknowledged)
    if (view !== null && query.message) await show(query.message, view, tokens.of(id), signal)
  }

  /** Says in the message who answered and when. */
  async function show(message: TelegramMessage, view: AlertAnswerView, token: string, signal: AbortSignal) {
    const status = statusOf(view)
    const place = { chat_id: message.chat.id, message_id: message.message_id }
    const isOver = view.alerts.length > 0 && view.alerts.every(({ ended_at: endedAt }) => endedAt !== null)
    // What it said may be the beginning of what is over, which its end has taken the place of.
    if (isOver || message.text === undefined) {
      const { text, entities } = status
      const reply = { reply_parameters: { message_id: message.message_id } }
      await tell('sendMessage', { chat_id: message.chat.id, text, entities, ...reply }, signal)
      return
    }
    const said = message.text.replace(/\n\n✓ [^\n]*(\n[^\n]+)?$/u, '')
    const shift = said.length + 2
    const kept = (message.entities ?? []).filter(
      ({ type, offset, length }) => ownEntities.includes(type) && offset + length <= said.length,
    )
    const body = {
      ...place,
      text: `${said}\n\n${status.text}`,
      entities: [...kept, ...status.entities.map((one) => ({ ...one, offset: one.offset + shift }))],
      link_preview_options: { is_disabled: true },
      // Whoever has muted has acknowledged, too.
      reply_markup: telegramButtons(view.muted > 0 ? null : token, view.language, { isAcknowledged: true }),
    }
    await tell('editMessageText', body, signal)
  }

  return async ({ message, callback_query: query }, signal) => {
    if (query) await press(query, signal)
    const command = /^\/start(?:@\w+)?(?:\s+([\w-]{1,64}))?\s*$/.exec(message?.text ?? '')
    if (message && command) await start(message, command[1], signal)
  }
}

/** Who has acknowledged and when, and until when it is muted. */
function statusOf({ language, timezone, reader, alerts }: AlertAnswerView) {
  const texts = telegramTexts[language]
  const first = (times: readonly (string | null)[]) => times.filter((one) => one !== null).toSorted()[0]
  const seenAt = first(alerts.map(({ acknowledged_at: at }) => at))
  const mutedUntil = first(alerts.map(({ muted_until: until }) => until))
  const goesOn = alerts.some(({ status }) => status === 'ONGOING' || status === 'UNKNOWN')
  const lines = [
    ...(seenAt === undefined ? [] : [texts.seen(plainLine(reader), timeOf(seenAt, language, timezone))]),
    ...(mutedUntil === undefined ? [] : [texts.muted(timeOf(mutedUntil, language, timezone))]),
    ...(mutedUntil !== undefined && goesOn ? [texts.endNotMuted] : []),
  ]
  const text = `${mark}${lines.join('\n')}`
  const at = text.indexOf(plainLine(reader))
  // A masked address is none of which Telegram should make a mention.
  const entities = at < 0 ? [] : [{ type: 'code', offset: at, length: plainLine(reader).length }]
  return { text, entities }
}

function timeOf(iso: string, language: Language, timeZone: string): string {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, {
    ...parts,
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(iso))
}

/** Enough for its owner to know which chat is meant. */
function maskedChat({ id, username, title, first_name: firstName }: TelegramChat): string {
  const begin = (text: string) => `${[...plainLine(text)].slice(0, 2).join('')}…`
  if (username !== undefined && username !== '') return `@${begin(username)}`
  const name = title ?? firstName ?? ''
  return plainLine(name) === '' ? `…${String(id).slice(-3)}` : begin(name)
}
