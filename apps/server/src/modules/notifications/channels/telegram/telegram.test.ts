import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSiteFetch } from '../../../../platform/clients/guarded-fetch.ts'
import { systemFetch } from '../../../../platform/clients/http-client.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { testConfig } from '../../../../testing/test-config.ts'
import type { LoopOptions } from '../../../../platform/loop.ts'
import type { ProviderReply } from '../../../../testing/providers/provider-stand-in.ts'
import { createTelegram, type Telegram } from '../../../../testing/providers/telegram.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { systemIds } from '../../../../platform/ids.ts'
import type { Message } from '../../ledger/new-delivery.ts'
import { askProvider } from '../provider-answer.ts'
import { writtenMessage } from '../written-message.ts'
import { telegramBody, telegramButtons, telegramContacts, type TelegramContact } from './telegram.ts'
import { createTelegramBot, telegramRequest } from './telegram-bot.ts'
import { createTelegramUpdates } from './telegram-updates.loop.ts'
import { nextUpdate } from './telegram.store.ts'

const never = new AbortController().signal
const site = { fetch: systemFetch, clock: systemClock }
const account = () => ({ url: telegram.origin, token: telegram.token })
const chat = 12
let telegram: Telegram
let test: TestDatabase
beforeAll(async () => {
  ;[telegram, test] = await Promise.all([createTelegram(), createTestDatabase()])
  telegram.chats.add(chat)
})
afterAll(async () => {
  await telegram.close()
  await test.drop()
})

const command = "celestia-appd tx slashing unjail --from <your key> --chain-id 'celestia'"
const plain: Message = {
  subject: '[CRITICAL] Granite Cloud, Celestia Mainnet: jailed',
  paragraphs: ['Granite Cloud on Celestia Mainnet: jailed.', `Run: ${command}`],
  commands: [command],
  link: { label: 'Open this alert', url: 'https://celestia.test/alerts-history?alert=7&x="' },
  severity: 'CRITICAL',
}
const nasty: Readonly<Record<string, string>> = {
  'a mention': '@everyone @ann_admin #tag $TIA /stop',
  markup: '<b>x</b> </b> <a href="https://evil.test">y</a> & &amp; **b** _i_ `c` "q"',
  'an address': 'https://evil.test/?a=b&c=d evil.test ann@evil.test',
  'a turn of direction': '\u202eevil\u2066\u0000\n\nnext',
  'marks without end': `e${'\u0301'.repeat(4096)}`,
  'a long one': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(3000),
  'signs that grow': '<&">'.repeat(3000),
  'no blank in 4 kB': `@${'x'.repeat(4096)}`,
}

/** What the chat shows of a message. */
async function shown(message: Message) {
  const body = telegramBody(chat, writtenMessage(message, 'en', null), telegramButtons(null, 'en'))
  const reply = await createTelegramBot(account(), site).call('sendMessage', body, never)
  expect(reply).toMatchObject({ ok: true })
  const sent = telegram.messages.at(-1)
  if (!sent) throw new Error('nothing was sent')
  const parts = sent.entities.map(({ type, offset, length }) => [
    type,
    sent.text.slice(offset, offset + length),
  ])
  return { text: sent.text, parts }
}

describe('D113: what stands in a message is text', () => {
  it('has its title bold, its command as code, and its link', async () => {
    const { text, parts } = await shown(plain)
    expect(text).toBe(
      `${plain.subject}\n\nGranite Cloud on Celestia Mainnet: jailed.\n\nRun:\n${command}\n\nOpen this alert`,
    )
    expect(parts).toEqual([
      ['bold', plain.subject],
      ['code', command],
      ['text_link', 'Open this alert'],
    ])
  })

  for (const [what, moniker] of Object.entries(nasty))
    it(`takes a name that is ${what}`, async () => {
      const subject = `[CRITICAL] ${moniker}: jailed`
      const { text } = await shown({ ...plain, subject, paragraphs: [`${moniker}: jailed.`] })
      expect(text).not.toMatch(/[\u202e\u2066\u0000]|\u0301{5}/)
      expect(text).toContain('[CRITICAL')
      expect(text.endsWith('\n\nOpen this alert')).toBe(true)
      // An answer is added to it.
      expect(text.length).toBeLessThanOrEqual(3700)
    })

  it('makes no mention, hashtag, command or link of a name, and leaves every letter', async () => {
    for (const moniker of [nasty['a mention'], nasty['an address']].map(String)) {
      const { text, parts } = await shown({ ...plain, commands: [], paragraphs: [moniker] })
      expect(text).toContain(moniker)
      const code = parts.filter(([type]) => type === 'code').map(([, said]) => said)
      expect(code).toEqual(moniker.split(' '))
    }
  })

  it('sums, versions and addresses of validators stay as they are', async () => {
    const said = '99.5 % of 1,000 blocks, v3.1.0, and/or celestiavaloper1abc, 14:02, A. Smith'
    expect((await shown({ ...plain, commands: [], paragraphs: [said] })).parts).toHaveLength(2)
  })
})

describe('D115: refusals', () => {
  const contact: TelegramContact = {
    ...{ chat, user: 12, bot: 'roundsman_bot', language: 'en' },
    hello: { subject: 'Hello', paragraphs: [] },
  }
  const form = () => {
    const made = telegramContacts.form({
      config: { ...testConfig(test), telegram: account() },
      ...{ ids: systemIds, clock: systemClock },
      vapidKeys: {
        find: () => Promise.reject(new Error('none')),
        keep: () => Promise.reject(new Error('none')),
      },
    })
    if (!made) throw new Error('there is a bot')
    return made
  }
  const refused = (status: number, description: string, parameters = {}): ProviderReply => ({
    status,
    body: { ok: false, error_code: status, description, parameters },
  })
  const cases: Readonly<Record<string, { reply: ProviderReply; gives: unknown }>> = {
    'a person who blocked the bot': {
      reply: refused(403, 'Forbidden: bot was blocked by the user'),
      gives: { permanent: true, isContactRefused: true },
    },
    'a chat that is gone': {
      reply: refused(400, 'Bad Request: chat not found'),
      gives: { permanent: true, isContactRefused: true },
    },
    'a message alone': {
      reply: refused(400, "Bad Request: can't parse entities"),
      gives: { permanent: true, detail: "Telegram: HTTP 400: Bad Request: can't parse entities" },
    },
    'a limit': {
      reply: refused(429, 'Too Many Requests: retry after 7', { retry_after: 7 }),
      gives: { permanent: false, retryAfterMs: 7000 },
    },
    'a fault': { reply: { status: 502, body: 'Bad Gateway' }, gives: { permanent: false } },
    'a token that the operator has to mend': {
      reply: refused(401, 'Unauthorized'),
      gives: { permanent: false },
    },
    'an answer that says nothing of a message': {
      reply: { status: 200, body: { ok: true } },
      gives: { permanent: false },
    },
  }
  const ask = async (edited: string | null = null) => {
    const names = { key: 'k', topic: 't', edited, answered: 7 }
    const [request] = [await form().request(contact, writtenMessage(plain, 'en', null), names)].flat()
    if (!request) throw new Error('there is a request')
    const answer = await askProvider(createSiteFetch(site), request, systemClock.now, never)
    if ('outcome' in answer) throw new Error('there is an answer')
    return form().result(answer, contact)
  }

  for (const [what, { reply, gives }] of Object.entries(cases))
    it(`says of ${what} what follows`, async () => {
      telegram.meets.push({ method: 'sendMessage', with: reply })
      const result = await ask()
      expect(result).toMatchObject({ outcome: 'failed', ...Object(gives) })
      if (!JSON.stringify(gives).includes('isContactRefused'))
        expect(result).not.toHaveProperty('isContactRefused')
      expect(JSON.stringify(result)).not.toContain(telegram.token)
    })

  it('a message that is gone is sent anew, one that says the same already is there', async () => {
    expect(await ask('1')).toBe('GONE')
    const first = await ask()
    const id = Object(first).providerId as string
    expect(await ask(id)).toEqual({ outcome: 'delivered' })
    telegram.meets.push({
      method: 'sendMessage',
      with: refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: -1009,
      }),
    })
    expect(await ask()).toEqual({ outcome: 'moved', body: { ...contact, chat: -1009 } })
  })

  it('D133: messages are counted by bot and by chat, and a group takes fewer', () => {
    const [bot, person] = form().credentials?.(contact) ?? []
    const [sameBot, group] = form().credentials?.({ ...contact, chat: -chat }) ?? []
    expect([bot?.rate, person?.rate]).toEqual([
      { perSecond: 25, burst: 10 },
      expect.objectContaining({ perSecond: 1 }),
    ])
    expect(sameBot).toEqual(bot)
    expect(group?.of).not.toBe(person?.of)
    expect(group?.rate).toEqual({ perSecond: 1 / 6, burst: 10 })
  })

  it('D111: the token is in no error, whatever happens on the way', async () => {
    const bot = (url: string) => createTelegramBot({ ...account(), url }, site)
    telegram.meets.push({ method: 'getMe', with: 'lost' })
    for (const url of ['http://127.0.0.1:1', 'http://no-such-host.invalid', telegram.origin])
      await expect(bot(url).call('getMe', {}, never)).rejects.toSatisfy(
        (error: unknown) => !`${String(error)}${JSON.stringify(error)}`.includes(telegram.token),
      )
    expect(telegramRequest(account(), 'getMe', {}).url).toBe(`${telegram.origin}/bot${telegram.token}/getMe`)
  })
})

describe('D112: one process of all asks for updates', () => {
  let logged: string[] = []
  beforeEach(async () => {
    logged = []
    await test.db.orm.execute(sql`delete from lease`)
  })
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) })

  /** A process, of which the test makes each pass. */
  function process(holder: string, handle: (id: number) => Promise<void>) {
    let pass: LoopOptions['pass'] = () => Promise.reject(new Error('there is no loop'))
    const updates = createTelegramUpdates(
      {
        ...{ db: test.db, log },
        createLoop: (options) => {
          pass = options.pass
          return {
            name: options.name,
            start: () => undefined,
            stop: () => Promise.resolve(),
            wake: () => undefined,
          }
        },
      },
      { bot: '123456', api: createTelegramBot(account(), site), holder },
      ({ update_id: id }) => handle(id),
    )
    return { pass: (signal = never) => pass(signal), release: updates.release }
  }
  const kept = () => nextUpdate(test.db, '123456')
  const write = (text: string) => telegram.write(text, { user: 5 })

  it('the other one stands by, and takes over when the first gives up', async () => {
    const [seenA, seenB]: number[][] = [[], []]
    const a = process('a', async (id) => void seenA?.push(id))
    const b = process('b', async (id) => void seenB?.push(id))
    write('one')
    expect(await a.pass()).toBe(0)
    expect(await b.pass()).toBe(2_000)
    await a.release()
    write('two')
    expect(await b.pass()).toBe(0)
    expect([seenA, seenB]).toEqual([[expect.any(Number)], [Number(seenA?.[0]) + 1]])
    expect(await kept()).toBe(Number(seenB?.[0]) + 1)
  })

  it('what was begun by a process that died is done by the next one, and nothing twice after that', async () => {
    let arrive: () => void = () => undefined
    let go: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const gone = new Promise<void>((resolve) => (go = resolve))
    const dying = process('a', () => {
      arrive()
      return gone
    })
    write('one')
    write('two')
    const pass = dying.pass()
    await arrived
    const before = await kept()
    // As after its death: the lease runs out.
    await test.db.orm.execute(sql`update lease set expires_at = clock_timestamp() - interval '1 s'`)
    const seen: number[] = []
    const next = process('b', async (id) => void seen.push(id))
    await next.pass()
    expect(seen).toHaveLength(2)
    const after = await kept()
    expect(after).toBe(Number(seen[1]) + 1)
    expect(before === null || before <= Number(seen[0])).toBe(true)
    // It was asleep and not dead: it changes nothing any more.
    go()
    await pass
    expect(await kept()).toBe(after)
    write('three')
    await next.pass()
    expect(seen).toHaveLength(3)
  })

  it('an update that is none of ours holds nothing up', async () => {
    const seen: number[] = []
    const only = process('a', async (id) => void seen.push(id))
    telegram.meets.push({
      method: 'getUpdates',
      with: {
        status: 200,
        body: {
          ok: true,
          result: [
            { update_id: 9_000, message: { odd: true } },
            { update_id: 9_001, poll: {} },
          ],
        },
      },
    })
    await only.pass()
    expect(seen).toEqual([9_000, 9_001])
  })

  it('says once why no updates come, without the token, and goes on', async () => {
    const only = process('a', () => Promise.resolve())
    const twice: ProviderReply = {
      status: 409,
      body: {
        ...{ ok: false, error_code: 409 },
        description: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first",
      },
    }
    telegram.meets.push({ method: 'getUpdates', with: twice }, { method: 'getUpdates', with: twice })
    expect([await only.pass(), await only.pass()]).toEqual([60_000, 60_000])
    expect(logged.filter((line) => line.includes('webhook is active'))).toHaveLength(1)
    telegram.meets.push({ method: 'getUpdates', with: 'lost' })
    expect(await only.pass()).toBe(5_000)
    expect(logged.join('')).not.toContain(telegram.token)
    // Two at once: the later one ends the earlier.
    const waiting = only.pass()
    const asked = telegram.asked('getUpdates').length
    await telegram.waitFor(telegram.calls.length + 1)
    expect(telegram.asked('getUpdates').length).toBeGreaterThan(asked)
    const ended = new AbortController()
    const other = createTelegramBot(account(), site).call('getUpdates', { timeout: 5 }, ended.signal)
    expect(await waiting).toBe(5_000)
    ended.abort()
    await expect(other).rejects.toThrow()
  })
})
