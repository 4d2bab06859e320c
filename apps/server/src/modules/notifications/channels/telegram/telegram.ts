import { languages, type Language } from '@roundsman/contract/accounts/users'
import * as z from 'zod/mini'
import { OutboundError } from '../../../../platform/clients/guarded-fetch.ts'
import type { Config } from '../../../../platform/config/config.ts'
import { subkey } from '../../../../platform/config/secrets.ts'
import { ProblemError } from '../../../../platform/http/problem-error.ts'
import { type AnswerTokens, createAnswerTokens } from '../answer-link.ts'
import { oneLine } from '../channel.ts'
import { ContactFault, contactKind, type FormResult } from '../contact-kind.ts'
import { type ProviderAnswer, providerFailure, unreadableAnswer } from '../provider-answer.ts'
import type { WrittenMessage } from '../written-message.ts'
import { createTelegramBot, telegramReply, telegramRequest } from './telegram-bot.ts'
import { telegramHtml } from './telegram-text.ts'
import { telegramTexts } from './telegram-texts.data.ts'

/** What is kept of a contact: the chat, and who linked it, who alone may answer there. */
export const TelegramContact = z.object({
  /** Null until somebody has come by the link. */
  chat: z.nullable(z.int()),
  /** Null where nobody in particular did. */
  user: z.nullable(z.int()),
  /** The bot, by its name. */
  bot: z.string(),
  /** In what language its owner reads, and what they get first. */
  language: z.enum(languages),
  hello: z.object({ subject: z.string(), paragraphs: z.array(z.string()) }),
})
export type TelegramContact = z.infer<typeof TelegramContact>

/** What lets its bearer answer by a button, and by nothing else. */
export function telegramTokens(secret: Config['secret']): AnswerTokens {
  return createAnswerTokens(subkey(secret, 'telegram-button'))
}

/** @param answered what the buttons carry; null: there is nothing to answer */
export function telegramButtons(
  answered: string | null,
  language: Language,
  { isAcknowledged = false } = {},
): object {
  const { acknowledge, mute } = telegramTexts[language]
  const buttons = [
    ...(isAcknowledged ? [] : [{ text: acknowledge, callback_data: `a:${answered}` }]),
    { text: mute, callback_data: `m:${answered}` },
  ]
  return { inline_keyboard: answered === null ? [] : [buttons] }
}

/** A message for a chat. */
export function telegramBody(chat: number, message: WrittenMessage, buttons: object): object {
  return {
    chat_id: chat,
    text: telegramHtml(message),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    reply_markup: buttons,
  }
}

const Message = z.object({ message_id: z.int() })
const sameText = /message is not modified/i
const goneText = /message to edit not found|message can't be edited|message_id_invalid/i
const refusedText =
  /chat not found|chat_id is empty|peer_id_invalid|user not found|not enough rights|have no rights|chat_write_forbidden|kicked|deactivated|blocked/i

export function telegramResult(answer: ProviderAnswer, contact: TelegramContact): FormResult {
  const reply = telegramReply(answer)
  if (answer.status === 200 && reply?.ok === true) {
    const message = Message.safeParse(reply.result)
    return message.success
      ? { outcome: 'delivered', providerId: String(message.data.message_id) }
      : unreadableAnswer('Telegram')
  }
  if (answer.status === 200) return unreadableAnswer('Telegram')
  const said = reply?.description ?? ''
  if (sameText.test(said)) return { outcome: 'delivered' }
  if (goneText.test(said)) return 'GONE'
  const movedTo = reply?.parameters?.migrate_to_chat_id
  if (movedTo !== undefined) return { outcome: 'moved', body: { ...contact, chat: movedTo } }
  // The token is the operator's, and says nothing of the contact.
  if (answer.status === 401 || answer.status === 404)
    return {
      outcome: 'failed',
      permanent: false,
      detail: oneLine(`Telegram refuses the site's bot: HTTP ${answer.status}: ${said}`),
    }
  const waitS = reply?.parameters?.retry_after
  const failure = providerFailure('Telegram', answer, said, waitS === undefined ? null : waitS * 1000)
  return answer.status === 400 && refusedText.test(said) ? { ...failure, isContactRefused: true } : failure
}

const codeBytes = 24
const Me = z.object({ username: z.string() })
const answerMs = 10_000

const chatRate = { perSecond: 1, burst: 3 } as const
const groupRate = { perSecond: 1 / 6, burst: 10 } as const

export const telegramContacts = contactKind<TelegramContact>({
  channel: 'TELEGRAM',
  body: TelegramContact,
  shown: ({ bot }) => `@${bot}`,
  invite: async ({ config, ids, fetch, clock }, { message, language }) => {
    if (config.telegram === null) throw new ProblemError('not_configured')
    const bot = createTelegramBot(config.telegram, { fetch, clock })
    const reply = await bot.call('getMe', {}, clock.timeoutSignal(answerMs)).catch((error: unknown) => {
      if (error instanceof OutboundError) return null
      throw error
    })
    if (reply?.error_code === 401 || reply?.error_code === 404) throw new ProblemError('not_configured')
    const me = Me.safeParse(reply?.result)
    if (!me.success) throw new ProblemError('unavailable')
    const code = ids.token(codeBytes)
    const { username } = me.data
    const hello = { subject: message.subject, paragraphs: [...message.paragraphs] }
    const body: TelegramContact = { chat: null, user: null, bot: username, language, hello }
    return { body, code, link: `https://t.me/${username}?start=${code}` }
  },
  form: ({ config: { telegram, secret } }) => {
    if (telegram === null) return null
    const tokens = telegramTokens(secret)
    return {
      isRepeatable: false,
      canEdit: true,
      isSitesOwn: true,
      // Thirty messages a second of a bot, one a second in a chat, twenty a minute in a group: it says so in no figures.
      credentials: ({ chat }) => [
        { of: telegram.token, rate: { perSecond: 25, burst: 10 } },
        { of: `${telegram.token} ${chat}`, rate: String(chat).startsWith('-') ? groupRate : chatRate },
      ],
      request: ({ chat }, message, { edited, answered }) => {
        if (chat === null) throw new ContactFault('chat', notLinked)
        const token = answered === null || message.isOver ? null : tokens.of(answered)
        const body = telegramBody(chat, message, telegramButtons(token, message.language))
        return edited === null
          ? telegramRequest(telegram, 'sendMessage', body)
          : telegramRequest(telegram, 'editMessageText', { ...body, message_id: Number(edited) })
      },
      result: telegramResult,
    }
  },
})

const notLinked = {
  en: 'no chat has come by the link yet',
  ru: 'по ссылке ещё никто не пришёл',
  uk: 'за посиланням ще ніхто не прийшов',
}
