import {
  createProviderStandIn,
  type Mishap,
  type ProviderReply,
  type ProviderStandIn,
} from './provider-stand-in.ts'

interface Entity {
  type: string
  offset: number
  length: number
}

interface SentMessage {
  chat: number
  id: number
  text: string
  entities: readonly Entity[]
  /** The data of its buttons. */
  buttons: readonly string[]
}

export interface Telegram extends ProviderStandIn {
  token: string
  bot: string
  /** Chats that the bot may write to, and those that are another one now. */
  chats: Set<number>
  migrated: Map<number, number>
  messages: SentMessage[]
  /** Notices over a chat: by which query, and what. */
  notices: { id: string; text: string }[]
  /** How many updates nobody has confirmed. */
  waiting(): number
  /** By method, in order, what the next calls of it meet. */
  meets: { method: string; with: Mishap }[]
  /** Somebody writes to the bot; a chat of a person has their number. */
  write(text: string, of: { user: number; chat?: number; language?: string }): void
  /** Somebody presses a button of a message. */
  press(message: SentMessage, data: string, user: number): string
  /** Of a method, what was asked for. */
  asked(method: string): Readonly<Record<string, unknown>>[]
}

const taken = (result: unknown): ProviderReply => ({ status: 200, body: { ok: true, result } })
const refused = (status: number, description: string, parameters?: object): ProviderReply => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
})
const bad = (what: string, parameters?: object) => refused(400, `Bad Request: ${what}`, parameters)

/** The Bot API with one bot: as strict with tokens, markup, lengths, buttons, and who asks for updates. */
export async function createTelegram(): Promise<Telegram> {
  const token = '123456:correct-token'
  const bot = 'roundsman_bot'
  const chats = new Set<number>()
  const migrated = new Map<number, number>()
  const messages: SentMessage[] = []
  const notices: Telegram['notices'] = []
  const meets: Telegram['meets'] = []
  const queries = new Set<string>()
  let updates: { update_id: number }[] = []
  let serial = 700
  let poller: ((reply: ProviderReply) => void) | null = null

  function push(update: object): void {
    serial += 1
    updates = [...updates, { update_id: serial, ...update }]
    poller?.(taken(updates.slice(0, 100)))
  }

  /** Held open until there is something, for at most so many seconds; a second poller ends the first. */
  function getUpdates({ offset, timeout = 0 }: Readonly<Record<string, unknown>>): Promise<ProviderReply> {
    poller?.(
      refused(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      ),
    )
    if (typeof offset === 'number') updates = updates.filter(({ update_id: id }) => id >= offset)
    if (updates.length > 0) return Promise.resolve(taken(updates.slice(0, 100)))
    return new Promise((resolve) => {
      const end = (reply: ProviderReply) => {
        clearTimeout(timer)
        if (poller === end) poller = null
        resolve(reply)
      }
      const timer = setTimeout(() => end(taken([])), Number(timeout) * 1000)
      timer.unref()
      poller = end
    })
  }

  /** A text with its entities as a client shows it; a reply where it is none. */
  function readText(
    body: Readonly<Record<string, unknown>>,
  ): Pick<SentMessage, 'text' | 'entities'> | ProviderReply {
    const { text, parse_mode: mode, entities = [] } = body
    if (typeof text !== 'string' || text.trim() === '') return bad('message text is empty')
    const parsed = mode === 'HTML' ? parseHtml(text) : { text, entities: entities as Entity[] }
    if (parsed === null) return bad("can't parse entities: unsupported start tag at byte offset 0")
    if (parsed.text.length > 4096) return bad('message is too long')
    return parsed
  }

  function readButtons(body: Readonly<Record<string, unknown>>): readonly string[] | ProviderReply {
    const { inline_keyboard: rows = [] } = (body['reply_markup'] ?? {}) as {
      inline_keyboard?: { callback_data: string; text: string }[][]
    }
    const all = rows.flat()
    const isWrong = all.some(({ callback_data: data, text }) => {
      const size = Buffer.byteLength(data)
      return size < 1 || size > 64 || text === ''
    })
    return isWrong ? bad('BUTTON_DATA_INVALID') : all.map(({ callback_data: data }) => data)
  }

  /** Why nothing may be written to a chat. */
  function closed(chat: unknown): ProviderReply | null {
    if (typeof chat !== 'number') return bad('chat_id is empty')
    const to = migrated.get(chat)
    if (to !== undefined)
      return bad('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: to })
    return chats.has(chat) ? null : bad('chat not found')
  }

  function send(body: Readonly<Record<string, unknown>>): ProviderReply {
    const no = closed(body['chat_id'])
    if (no) return no
    const read = readText(body)
    if ('status' in read) return read
    const buttons = readButtons(body)
    if ('status' in buttons) return buttons
    const message = { chat: Number(body['chat_id']), id: 40 + messages.length, ...read, buttons }
    messages.push(message)
    return taken({ message_id: message.id, chat: { id: message.chat }, text: message.text })
  }

  function edit(body: Readonly<Record<string, unknown>>): ProviderReply {
    const no = closed(body['chat_id'])
    if (no) return no
    const message = messages.find(({ chat, id }) => chat === body['chat_id'] && id === body['message_id'])
    if (message === undefined) return bad('message to edit not found')
    const read = readText(body)
    if ('status' in read) return read
    const buttons = readButtons(body)
    if ('status' in buttons) return buttons
    const is = (one: object) => JSON.stringify(one)
    if (
      is({ ...read, buttons }) ===
      is({ text: message.text, entities: message.entities, buttons: message.buttons })
    )
      return bad(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      )
    Object.assign(message, read, { buttons })
    return taken({ message_id: message.id, chat: { id: message.chat }, text: message.text })
  }

  function answerQuery({
    callback_query_id: id,
    text = '',
  }: Readonly<Record<string, unknown>>): ProviderReply {
    if (typeof id !== 'string' || !queries.delete(id))
      return bad('query is too old and response timeout expired or query ID is invalid')
    if (String(text).length > 200) return bad('MESSAGE_TOO_LONG')
    notices.push({ id, text: String(text) })
    return taken(true)
  }

  const standIn = await createProviderStandIn(({ method, url, body }) => {
    const [, given, called = ''] = /^\/bot(\d+:[\w-]+)\/(\w+)$/.exec(url.pathname) ?? []
    if (given === undefined) return refused(404, 'Not Found')
    if (given !== token) return refused(401, 'Unauthorized')
    if (method !== 'POST' || body === null) return bad('the body is no JSON')
    const at = meets.findIndex((one) => one.method === called)
    const [met] = at < 0 ? [] : meets.splice(at, 1)
    if (met) return met.with
    switch (called) {
      case 'getMe':
        return taken({ id: 123456, is_bot: true, first_name: 'Roundsman', username: bot })
      case 'getUpdates':
        return getUpdates(body)
      case 'sendMessage':
        return send(body)
      case 'editMessageText':
        return edit(body)
      case 'answerCallbackQuery':
        return answerQuery(body)
      default:
        return refused(404, 'Not Found: method not found')
    }
  })

  return Object.assign(standIn, {
    ...{ token, bot, chats, migrated, messages, notices, meets },
    waiting: () => updates.length,
    write: (text: string, { user, chat = user, language }: Parameters<Telegram['write']>[1]) => {
      chats.add(chat)
      const kind =
        chat === user ? { type: 'private', first_name: 'Ada' } : { type: 'group', title: 'Operators' }
      push({
        message: {
          message_id: serial,
          date: 1,
          text,
          chat: { id: chat, ...kind },
          from: {
            id: user,
            is_bot: false,
            first_name: 'Ada',
            ...(language ? { language_code: language } : {}),
          },
        },
      })
    },
    press: ({ chat, id, text, entities }: SentMessage, data: string, user: number) => {
      const query = `q${serial}`
      queries.add(query)
      const message = { message_id: id, date: 1, chat: { id: chat, type: 'private' }, text, entities }
      push({
        callback_query: { id: query, from: { id: user, is_bot: false, first_name: 'Ada' }, message, data },
      })
      return query
    },
    asked: (method: string) =>
      standIn.calls.flatMap(({ url, body }) =>
        url.pathname.endsWith(`/${method}`) && body !== null ? [body] : [],
      ),
  })
}

const entityOf: Readonly<Record<string, string>> = { b: 'bold', code: 'code', a: 'text_link' }
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Null where a tag is unknown, not closed, or a mark of the markup is not escaped. */
function parseHtml(html: string): Pick<SentMessage, 'text' | 'entities'> | null {
  const open: { tag: string; offset: number; url: string | undefined }[] = []
  const entities: (Entity & { url?: string })[] = []
  let text = ''
  let rest = html
  while (rest !== '') {
    const [whole = '', closing, tag, url] = /^<(\/?)(b|code|a)(?: href="([^"<>]*)")?>/.exec(rest) ?? []
    const [reference = '', name = ''] = /^&(amp|lt|gt|quot|#39);/.exec(rest) ?? []
    if (tag !== undefined && closing === '') open.push({ tag, offset: text.length, url })
    else if (tag !== undefined) {
      const last = open.pop()
      if (last?.tag !== tag) return null
      const part = { type: entityOf[tag] ?? '', offset: last.offset, length: text.length - last.offset }
      entities.push(last.url === undefined ? part : { ...part, url: last.url })
    } else if (reference !== '') text += characters[name] ?? ''
    else if (/^[<>&]/.test(rest)) return null
    else text += rest[0] ?? ''
    rest = rest.slice(Math.max(whole.length, reference.length, 1))
  }
  return open.length > 0 ? null : { text, entities: entities.toSorted((a, b) => a.offset - b.offset) }
}
