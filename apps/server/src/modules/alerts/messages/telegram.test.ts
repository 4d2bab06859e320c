import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import type { Channels as ChannelsSchema } from '@roundsman/contract/accounts/accounts'
import type { Contact } from '@roundsman/contract/accounts/contacts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTelegram, type Telegram } from '../../../testing/providers/telegram.ts'
import { withClock } from '../../../testing/with-clock.ts'
import { forgetLinks } from '../../notifications/channels/telegram/telegram.store.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'

const [jailed, unjailed] = [2011, 2012]
const path = contactEndpoints.contacts.path
const password = 'a long enough password'

let rig: Calling
let telegram: Telegram
let people = 1000

beforeAll(async () => {
  telegram = await createTelegram()
  rig = await createCalling({ config: { telegram: { url: telegram.origin, token: telegram.token } } })
})
afterAll(async () => {
  await rig.close()
  await telegram.close()
})

interface Reader extends Caller {
  by: TestBrowser
  /** Their number at Telegram, which is that of the chat, too. */
  person: number
}

/** Somebody who wants alerts of a validator by Telegram, signed in, and not linked yet. */
async function reader(settings: readonly number[]): Promise<Reader> {
  const who = await rig.subscriber(settings, ['TELEGRAM'])
  const email = `own-${who.email}`
  await rig.site.createUser(email, password)
  await rig.site.database.db.orm.execute(sql`
    update alert_entry set user_id = (select id from user_account where email = ${email})
    where user_id = ${who.userId}`)
  people += 1
  return { ...who, email, by: await rig.site.signedIn({ email, password }), person: people }
}

interface Added extends Contact {
  link?: string
}
const add = async (by: TestBrowser) =>
  (await by.post(path, { channel: 'TELEGRAM', name: 'My Telegram' })).json<Added>()
const codeOf = ({ link = '' }: Added) => new URL(link).searchParams.get('start') ?? ''
const contactOf = async ({ by }: Reader, id: number | null) =>
  (await by.get(path)).json<{ contacts: Contact[] }>().contacts.find((one) => one.id === id)
const lastTo = (chat: number) => telegram.messages.filter((one) => one.chat === chat).at(-1)
const worked = () => rig.eventually(() => telegram.waiting(), 0)

async function linked(
  settings: readonly number[],
  chat?: number,
): Promise<Reader & { contact: number | null }> {
  const who = await reader(settings)
  const added = await add(who.by)
  telegram.write(`/start ${codeOf(added)}`, { user: who.person, ...(chat === undefined ? {} : { chat }) })
  await rig.eventually(async () => (await contactOf(who, added.id))?.last_delivered_at !== null, true)
  return { ...who, contact: added.id }
}

/** An alert that began, and the message of it. */
async function alerted(who: Reader, chat = who.person) {
  const alert = await rig.raise(jailed, who)
  await rig.until(alert, ['telegram DELIVERED'])
  const message = lastTo(chat)
  if (!message) throw new Error('there is no message')
  return { alert, message }
}
const acknowledged = async (alert: number) => {
  const { rows } = await rig.site.database.db.orm.execute<{ via: string | null }>(
    sql`select acknowledged_via as via from alert_recipient where alert_id = ${alert}`,
  )
  return rows[0]?.via ?? null
}
const mutes = async ({ email }: Reader) => {
  const { rows } = await rig.site.database.db.orm.execute<{ until: string }>(sql`
    select muted_until::text as until from alert_mute m join user_account u on u.id = m.user_id where u.email = ${email}`)
  return rows.map(({ until }) => until)
}

describe('D112: a chat is linked by whoever comes by the link', () => {
  it('is available, and a contact waits with a link that is shown once', async () => {
    const who = await reader([jailed])
    const { channels } = (await who.by.get('/api/users/channels/')).json<z.infer<typeof ChannelsSchema>>()
    expect(channels.find(({ channel }) => channel === 'TELEGRAM')).toMatchObject({ is_available: true })
    const answer = await who.by.post(path, { channel: 'TELEGRAM', name: 'Mine' })
    const added = answer.json<Added>()
    expect([answer.status, added]).toEqual([
      201,
      expect.objectContaining({ state: 'WAITING', problem: null, to: '@roundsman_bot' }),
    ])
    expect(added.link).toMatch(/^https:\/\/t\.me\/roundsman_bot\?start=[\w-]{32}$/)
    expect((await who.by.get(path)).text).not.toContain(codeOf(added))
    // A test before that says why nothing arrives.
    const tested = (await who.by.post(`${path}${added.id}/test/`)).json<{ id: number }>()
    await rig.eventually(
      async () => (await who.by.get(`/api/alerts/test/${tested.id}/`)).json<{ detail: string }>().detail,
      'no chat has come by the link yet',
    )
  })

  it('is confirmed by /start, says so in the chat, and shows the chat masked', async () => {
    const who = await linked([jailed])
    expect(await contactOf(who, who.contact)).toMatchObject({ state: 'CONFIRMED', to: 'Ad…' })
    expect(lastTo(who.person)?.text).toContain('Roundsman is connected')
    const { rows } = await rig.site.database.db.orm.execute<{ sealed: Uint8Array }>(
      sql`select sealed from user_contact where id = ${who.contact}`,
    )
    expect(Buffer.from(rows[0]?.sealed ?? []).toString('latin1')).not.toContain(String(who.person))
    const tested = (await who.by.post(`${path}${who.contact}/test/`)).json<{ id: number }>()
    await rig.eventually(
      async () => (await who.by.get(`/api/alerts/test/${tested.id}/`)).json<{ state: string }>().state,
      'DELIVERED',
    )
  })

  it('a code is good once, for ten minutes, and for nobody else', async () => {
    const who = await reader([jailed])
    const first = await add(who.by)
    telegram.write(`/start ${codeOf(first)}`, { user: who.person })
    await rig.eventually(async () => (await contactOf(who, first.id))?.state, 'CONFIRMED')
    telegram.write(`/start ${codeOf(first)}`, { user: 66, language: 'uk' })
    await worked()
    expect(lastTo(66)?.text).toContain('Це посилання вже використано')
    expect(await contactOf(who, first.id)).toMatchObject({ to: 'Ad…' })

    const second = await add(who.by)
    await rig.site.clock.advance(10 * 60_000 + 1)
    telegram.write(`/start ${codeOf(second)}`, { user: 67 })
    telegram.write('/start nothing-of-ours', { user: 68 })
    telegram.write('/start', { user: 69, language: 'ru' })
    telegram.write('/start', { user: 69, chat: -69 })
    await worked()
    expect(lastTo(67)?.text).toContain('This link has expired')
    expect(lastTo(68)?.text).toContain('This link has expired')
    expect(lastTo(69)?.text).toContain('добавьте Telegram')
    expect(lastTo(-69)).toBeUndefined()
    expect(await contactOf(who, second.id)).toMatchObject({ state: 'WAITING' })
  })

  it('one whose link nobody opened is forgotten after a day, and no other', async () => {
    const who = await linked([jailed])
    const unopened = await add(who.by)
    const { db } = rig.site.database
    const inHours = (hours: number) => withClock(db, { now: () => rig.site.clock.now() + hours * 3_600_000 })
    await forgetLinks(inHours(24))
    expect(await contactOf(who, unopened.id)).toBeDefined()
    await forgetLinks(inHours(25))
    expect(await contactOf(who, unopened.id)).toBeUndefined()
    expect(await contactOf(who, who.contact)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('without a bot that answers there is no link, and nothing is kept', async () => {
    const who = await reader([jailed])
    telegram.meets.push({ method: 'getMe', with: { status: 502, body: 'busy' } })
    expect((await who.by.post(path, { channel: 'TELEGRAM', name: 'Mine' })).json()).toMatchObject({
      code: 'unavailable',
      status: 503,
    })
    telegram.meets.push({
      method: 'getMe',
      with: { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } },
    })
    expect((await who.by.post(path, { channel: 'TELEGRAM', name: 'Mine' })).json()).toMatchObject({
      code: 'not_configured',
    })
    expect((await who.by.get(path)).text).not.toContain('TELEGRAM')
  })
})

describe('D113: what an alert is', () => {
  it('has buttons and where it is shown; its end takes the place of its beginning and has none', async () => {
    const who = await linked([jailed, unjailed])
    const { alert, message } = await alerted(who)
    expect(message.buttons).toEqual([expect.stringMatching(/^a:/), expect.stringMatching(/^m:/)])
    for (const one of message.buttons) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(64)
    expect(message.entities).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'bold', offset: 0 }),
        expect.objectContaining({ type: 'text_link', url: expect.stringContaining(`alert=${alert}`) }),
      ]),
    )
    // A link by which anybody in the chat could answer is not in it.
    expect(JSON.stringify(message)).not.toContain('/a/')
    const before = telegram.messages.length
    await rig.site.clock.advance(16_000)
    await rig.until(await rig.raise(unjailed, who), ['telegram DELIVERED'])
    expect(telegram.messages.length).toBe(before)
    expect(telegram.asked('editMessageText').at(-1)).toMatchObject({ message_id: message.id })
    expect(message.buttons).toEqual([])
  })

  it('D92: somebody who blocked the bot has a contact that is broken, and is told by mail', async () => {
    const who = await linked([jailed])
    const body = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' }
    telegram.meets.push({ method: 'sendMessage', with: { status: 403, body } })
    await rig.until(await rig.raise(jailed, who), ['email SENT', 'telegram FAILED'])
    expect(await contactOf(who, who.contact)).toMatchObject({
      state: 'BROKEN',
      problem: { code: 'refused', detail: 'Telegram: HTTP 403: Forbidden: bot was blocked by the user' },
    })
  })

  it('D115: goes to the chat that a group became, and remembers it', async () => {
    const who = await linked([jailed], -500)
    telegram.migrated.set(-500, -1_000_500)
    telegram.chats.add(-1_000_500)
    await alerted(who, -1_000_500)
    const asked = telegram.asked('sendMessage').length
    await rig.site.clock.advance(16_000)
    await alerted(who, -1_000_500)
    expect(
      telegram
        .asked('sendMessage')
        .slice(asked)
        .map(({ chat_id: chat }) => chat),
    ).not.toContain(-500)
  })

  for (const mishap of ['lost', 'never'] as const)
    it(`D94: where the answer is ${mishap}, what is CRITICAL is sent again, and says so`, async () => {
      const who = await linked([jailed])
      telegram.meets.push({ method: 'sendMessage', with: mishap })
      const { message } = await alerted(who)
      expect(message.text).toContain('Sent again: it isn’t known whether the first message arrived.')
    })

  it('D115: a limit is waited for as long as Telegram asks', async () => {
    const who = await linked([jailed])
    const body = {
      ...{ ok: false, error_code: 429, description: 'Too Many Requests: retry after 20' },
      parameters: { retry_after: 20 },
    }
    telegram.meets.push({ method: 'sendMessage', with: { status: 429, body } })
    const begun = rig.site.clock.now()
    await alerted(who)
    expect(rig.site.clock.now() - begun).toBeGreaterThanOrEqual(20_000)
  })
})

describe('8.3.1: answers by buttons', () => {
  it('D114, E377: are its owner’s alone, count once, and are shown in the message', async () => {
    const who = await linked([jailed], -77)
    const { alert, message } = await alerted(who, -77)
    const [acknowledge = '', mute = ''] = message.buttons
    telegram.press(message, acknowledge, 999)
    await worked()
    expect(telegram.notices.at(-1)?.text).toBe('Only the person who connected this chat can answer.')
    expect(await acknowledged(alert)).toBeNull()

    const query = telegram.press(message, acknowledge, who.person)
    await worked()
    // What still comes (E355).
    const stillTold = 'Acknowledged. If it gets worse, or once it is over, your alerts still tell you.'
    expect(telegram.notices.at(-1)).toEqual({ id: query, text: stillTold })
    expect(await acknowledged(alert)).toBe('TELEGRAM')
    expect(message.text).toMatch(/\n\n✓ Acknowledged by .+, .*\d{1,2}:\d\d/)
    expect(message.entities).toContainEqual(expect.objectContaining({ type: 'bold', offset: 0 }))
    expect(message.buttons).toEqual([mute])

    const once = message.text
    telegram.press(message, acknowledge, who.person)
    await worked()
    expect(message.text).toBe(once)

    telegram.press(message, mute, who.person)
    await worked()
    const muted = await mutes(who)
    expect(muted).toHaveLength(1)
    expect(message.text).toMatch(
      /✓ Acknowledged by [^\n]+\nMuted until [^\n]+\nThe message that it’s over isn’t muted\.$/,
    )
    expect(message.text.match(/✓/g)).toHaveLength(1)
    expect(message.buttons).toEqual([])
    telegram.press(message, mute, who.person)
    await worked()
    expect(await mutes(who)).toEqual(muted)
  })

  it('what was not made here says nothing', async () => {
    const who = await linked([jailed])
    const { alert, message } = await alerted(who)
    const [acknowledge = ''] = message.buttons
    for (const data of ['a:1-AAAAAAAAAAAA', `${acknowledge.slice(0, -1)}~`, 'x', `b${acknowledge.slice(1)}`])
      telegram.press(message, data, who.person)
    await worked()
    expect(await acknowledged(alert)).toBeNull()
    // Nor does a button open the page behind a link.
    const token = acknowledge.slice(2)
    expect((await who.by.post('/api/alerts/answer/', { token, answer: 'ACKNOWLEDGE' })).json()).toMatchObject(
      {
        code: 'invalid_token',
      },
    )
  })

  it('of a contact that was removed counts no more', async () => {
    const who = await linked([jailed])
    const { alert, message } = await alerted(who)
    await who.by.delete(`${path}${who.contact}/`)
    telegram.press(message, message.buttons[0] ?? '', who.person)
    await worked()
    expect(await acknowledged(alert)).toBeNull()
  })
})
