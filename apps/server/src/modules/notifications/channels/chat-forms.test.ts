import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '../../../platform/clients/guarded-fetch.ts'
import {
  createDiscord,
  createGotify,
  createMatrix,
  createNtfy,
  createPushover,
  createSlack,
} from '../../../testing/providers/chat-providers.ts'
import type { ProviderReply, ProviderStandIn } from '../../../testing/providers/provider-stand-in.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import type { Message } from '../ledger/new-delivery.ts'
import { discordRequest, discordResult, escapeMarkdown } from './discord/discord.ts'
import { gotifyRequest, gotifyResult } from './gotify/gotify.ts'
import { matrixRequest, matrixResult } from './matrix/matrix.ts'
import { ntfyRequest, ntfyResult } from './ntfy/ntfy.ts'
import { askProvider, type ProviderAnswer, type ProviderRequest } from './provider-answer.ts'
import { pushoverRequest, pushoverResult } from './pushover/pushover.ts'
import { slackRequest, slackResult } from './slack/slack.ts'
import { bytes, fitted, type WrittenMessage, writtenMessage } from './written-message.ts'
import type { SendResult } from './channel.ts'

const clock = createManualClock()
const fetch = createGuardedFetch(() => ['127.0.0.1'], clock)
const never = new AbortController().signal

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
const plain: Message = {
  subject: '[CRITICAL] Granite Cloud, Celestia Mainnet: jailed',
  paragraphs: ['Granite Cloud on Celestia Mainnet: jailed.', 'Run: celestia-appd tx slashing unjail'],
  link: { label: 'Open this alert', url: 'https://celestia.test/alerts-history?alert=7' },
  severity: 'CRITICAL',
}
/** Names as somebody gives them who wants to be more than text. */
const nasty: Readonly<Record<string, string>> = {
  'a mention': '@everyone @here <@1> <!channel> <@U1> <#C1> <!here|x>',
  markup: '**b** _i_ ~s~ `c` [l](https://evil.test) <b>x</b> & "q" \'a\' # h > q || s ||',
  'an address': 'https://evil.test/?a=b&c=d',
  'a turn of direction': '\u202eevil\u2066\u0000\n\nnext',
  'marks without end': `e${'\u0301'.repeat(4096)}`,
  'a long one': `${family.repeat(3000)}`,
  'signs that grow': '<&">'.repeat(3000),
}
const answerUrl = 'https://celestia.test/a/1-abcdefghijkl'
const written = (message: Message = plain) => writtenMessage(message, 'en', answerUrl)
const named = (name: string): Message => ({
  ...plain,
  subject: `[CRITICAL] ${name}: jailed`,
  paragraphs: [`${name}: jailed.`],
})

interface Provider {
  standIn: ProviderStandIn
  request(message?: Message): ProviderRequest
  /** To a contact that the provider does not know. */
  wrong(): ProviderRequest
  result(answer: ProviderAnswer): SendResult | 'GONE'
  /** Limits, as it says them, and how long it asks to wait. */
  limit: { reply: ProviderReply; waitMs: number }
}
const providers: Record<string, Provider> = {}
const names = ['ntfy', 'Discord', 'Slack', 'Gotify', 'Matrix', 'Pushover'] as const

beforeAll(async () => {
  const [ntfy, discord, slack, gotify, matrix, pushover] = await Promise.all([
    createNtfy(),
    createDiscord(),
    createSlack(),
    createGotify(),
    createMatrix(),
    createPushover(),
  ])
  const retryAfter = (body: unknown): Provider['limit'] => ({
    reply: { status: 429, body, headers: { 'retry-after': '30' } },
    waitMs: 30_000,
  })
  const room = { homeserver: matrix.origin, room_id: matrix.room, access_token: matrix.token }
  let transactions = 0
  Object.assign(providers, {
    ntfy: {
      standIn: ntfy,
      request: (message) => ntfyRequest(ntfy, written(message), 'alert-7'),
      wrong: () => ntfyRequest({ ...ntfy, token: 'tk_wrong' }, written(), 'alert-7'),
      result: ntfyResult,
      limit: {
        reply: {
          status: 429,
          body: { code: 42908, http: 429, error: 'limit reached: daily message quota reached' },
        },
        waitMs: 15 * 60_000,
      },
    },
    Discord: {
      standIn: discord,
      request: (message) => discordRequest(discord.url, written(message), null),
      wrong: () => discordRequest(`${discord.url}x`, written(), null),
      result: discordResult,
      limit: {
        reply: {
          status: 429,
          body: { message: 'You are being rate limited.', retry_after: 1.337, global: false },
        },
        waitMs: 1337,
      },
    },
    Slack: {
      standIn: slack,
      request: (message) => slackRequest(slack.url, written(message)),
      wrong: () => slackRequest(`${slack.url}x`, written()),
      result: slackResult,
      limit: retryAfter('rate_limited'),
    },
    Gotify: {
      standIn: gotify,
      request: (message) => gotifyRequest({ url: gotify.origin, token: gotify.token }, written(message)),
      wrong: () => gotifyRequest({ url: gotify.origin, token: 'Awrong' }, written()),
      result: gotifyResult,
      limit: retryAfter({ error: 'Too Many Requests', errorCode: 429, errorDescription: 'slow down' }),
    },
    Matrix: {
      standIn: matrix,
      request: (message) =>
        matrixRequest(room, written(message), { txnId: `t${++transactions}`, replaced: null }),
      wrong: () => matrixRequest({ ...room, access_token: 'x' }, written(), { txnId: 't', replaced: null }),
      result: matrixResult,
      limit: {
        reply: {
          status: 429,
          body: { errcode: 'M_LIMIT_EXCEEDED', error: 'Too many requests', retry_after_ms: 2000 },
        },
        waitMs: 2000,
      },
    },
    Pushover: {
      standIn: pushover,
      request: (message) =>
        pushoverRequest({ url: pushover.origin, token: pushover.token }, pushover.user, written(message)),
      wrong: () => pushoverRequest({ url: pushover.origin, token: pushover.token }, 'uwrong', written()),
      result: pushoverResult,
      limit: retryAfter({ status: 0, errors: ['message limit reached'] }),
    },
  } satisfies Record<(typeof names)[number], Provider>)
})
afterAll(() => Promise.all(Object.values(providers).map(({ standIn }) => standIn.close())))

function providerOf(name: string): Provider {
  const provider = providers[name]
  if (!provider) throw new Error(`no ${name}`)
  return provider
}

async function sent(name: string, request: ProviderRequest): Promise<SendResult | 'GONE'> {
  const answer = await askProvider(fetch, request, clock.now, never)
  return 'outcome' in answer ? answer : providerOf(name).result(answer)
}

describe('D81: a message is text that a channel writes in its own way', () => {
  for (const name of names)
    for (const [what, moniker] of Object.entries(nasty))
      it(`${name} takes a name that is ${what}`, async () => {
        const { request, standIn } = providerOf(name)
        expect(await sent(name, request(named(moniker)))).toMatchObject({ outcome: 'delivered' })
        const raw = JSON.stringify(standIn.calls.at(-1)?.body)
        expect(raw).not.toMatch(/[\u202e\u2066]|\\u0000|\u0301{5}/)
        expect(raw).toContain('[CRITICAL')
      })

  it('cuts at the border of what is read as one letter, and says that it was cut', () => {
    expect(fitted('as it is', { most: 8 })).toBe('as it is')
    expect(fitted('too long', { most: 7 })).toBe('too lo…')
    expect(fitted(`ab${family}`, { most: 9 })).toBe('ab…')
    expect(fitted('ééé', { most: 5, size: bytes })).toBe('é…')
    expect(fitted('a&b', { most: 6, written: (one) => one.replace('&', '&amp;') })).toBe('a…')
  })

  it('has what its reader can say to it, in their language', () => {
    expect(writtenMessage(plain, 'uk', answerUrl).answer).toEqual({
      label: 'Підтвердити або заглушити',
      url: answerUrl,
    })
    expect(writtenMessage(plain, 'uk', null).answer).toBeNull()
  })
})

describe('D82: refusals are for good, limits and faults for now', () => {
  for (const name of names) {
    it(`${name} refuses a wrong key, in its own words`, async () => {
      const result = await sent(name, providerOf(name).wrong())
      expect(result).toMatchObject({ outcome: 'failed', permanent: true })
      expect(result).toHaveProperty('detail', expect.stringMatching(new RegExp(`^${name}: HTTP 40[0134]: .`)))
      expect(JSON.stringify(result)).not.toMatch(/wrong|correct-token|services/)
    })

    it(`${name} says how long to wait`, async () => {
      const { standIn, request, limit } = providerOf(name)
      standIn.mishaps.push(limit.reply)
      expect(await sent(name, request())).toMatchObject({
        outcome: 'failed',
        permanent: false,
        retryAfterMs: limit.waitMs,
      })
    })

    it(`${name} is down for now`, async () => {
      const { standIn, request } = providerOf(name)
      standIn.mishaps.push({ status: 503, body: '<html>no</html>' })
      expect(await sent(name, request())).toMatchObject({ outcome: 'failed', permanent: false })
    })

    it(`${name} has not taken what it answers with something else`, async () => {
      const { standIn, request } = providerOf(name)
      standIn.mishaps.push({ status: 200, body: '<html>log in</html>' })
      expect(await sent(name, request())).toMatchObject({ outcome: 'failed', permanent: false })
      standIn.mishaps.push({ status: 302, body: '', headers: { location: 'http://127.0.0.1/' } })
      expect(await sent(name, request())).toMatchObject({ outcome: 'failed', permanent: true })
    })

    it(`${name} may have it where the connection breaks`, async () => {
      const { standIn, request } = providerOf(name)
      standIn.mishaps.push('lost')
      await expect(sent(name, request())).rejects.toMatchObject({ code: 'no_answer' })
    })
  }

  it('an address that is not allowed is one for good', async () => {
    const request = slackRequest('http://10.0.0.1/services/secret', written())
    expect(await sent('Slack', request)).toEqual({
      outcome: 'failed',
      permanent: true,
      detail: '10.0.0.1 leads to an address that is not allowed.',
      isContactRefused: true,
      isAddressRefused: true,
    })
  })
})

const bodyOf = ({ body }: ProviderRequest): unknown => JSON.parse(String(body))

describe('D83: ntfy', () => {
  it('is told the topic, how urgent it is, where it leads, and by what it is replaced', () => {
    const request = ntfyRequest({ url: 'https://ntfy.test/below/alerts/', token: 'tk_1' }, written(), 'a-7')
    expect(request).toMatchObject({ method: 'POST', url: 'https://ntfy.test/below/' })
    expect(request.headers).toMatchObject({ authorization: 'Bearer tk_1' })
    expect(bodyOf(request)).toEqual({
      topic: 'alerts',
      title: plain.subject,
      message: plain.paragraphs.join('\n\n'),
      priority: 5,
      tags: ['rotating_light'],
      sequence_id: 'a-7',
      click: plain.link?.url,
      actions: [
        { action: 'view', label: 'Open this alert', url: plain.link?.url },
        ...[
          ['ACKNOWLEDGE', 'Acknowledge'],
          ['MUTE', 'Mute for 1 hour'],
        ].map(([answer, label]) => ({
          ...{ action: 'http', label, method: 'POST', clear: true },
          url: `${answerUrl.replace('/a/', '/api/callbacks/answers/')}/${answer}/`,
        })),
      ],
    })
  })
  it('has no buttons where it is over: the page says what was answered', () => {
    const over = { ...written(), isOver: true }
    expect(bodyOf(ntfyRequest({ url: 'https://ntfy.test/alerts', token: null }, over, 'a'))).toMatchObject({
      actions: [
        { label: 'Open this alert' },
        { action: 'view', label: 'Acknowledge or mute', url: answerUrl },
      ],
    })
  })
  for (const url of ['https://ntfy.test/', 'https://ntfy.test/a%20b', 'https://ntfy.test/тема'])
    it(`has no topic in ${url}`, () => {
      expect(() => ntfyRequest({ url, token: null }, written(), 'a')).toThrow(TypeError)
    })
})

describe('E190: Pushover, which shows one link', () => {
  it('leads to the answer, and of what is over to the alert', () => {
    const site = { url: 'https://pushover.test', token: 'a' }
    const shown = (message: WrittenMessage) => bodyOf(pushoverRequest(site, 'u', message))
    expect(shown(written())).toMatchObject({ url: answerUrl, url_title: 'Acknowledge or mute' })
    expect(shown({ ...written(), isOver: true })).toMatchObject({
      url: plain.link?.url,
      url_title: 'Open this alert',
    })
  })
})

describe('D84: Discord', () => {
  it('mentions nobody, waits for what became of it, and keeps a thread of the address', () => {
    const request = discordRequest('https://discord.test/api/webhooks/1/t?thread_id=5', written(), null)
    expect(request.url).toBe('https://discord.test/api/webhooks/1/t?thread_id=5&wait=true')
    expect(bodyOf(request)).toEqual({
      content: '\\[CRITICAL\\] Granite Cloud, Celestia Mainnet\\: jailed',
      embeds: [
        {
          color: 0xc81e1e,
          description:
            'Granite Cloud on Celestia Mainnet\\: jailed.\n\nRun\\: celestia-appd tx slashing unjail\n\n' +
            `[Open this alert](<${plain.link?.url}>) · [Acknowledge or mute](<${answerUrl}>)`,
        },
      ],
      allowed_mentions: { parse: [] },
    })
  })
  it('leaves no mark that it would read as markup', () => {
    expect(escapeMarkdown('<@1> **b** [a](https://x) `c` ||s||')).toBe(
      '\\<\\@1\\> \\*\\*b\\*\\* \\[a\\]\\(https\\://x\\) \\`c\\` \\|\\|s\\|\\|',
    )
  })
  it('changes a message that is there, and says so where it is gone', async () => {
    const { request } = providerOf('Discord')
    const first = await sent('Discord', request())
    const id = typeof first === 'object' && 'providerId' in first ? (first.providerId ?? '') : ''
    const webhook = request().url
    const edit = (message: string) =>
      sent('Discord', discordRequest(webhook, written(named('ended')), message))
    expect(await edit(id)).toEqual({ outcome: 'delivered', providerId: id })
    expect(await edit('404')).toBe('GONE')
  })
  it('has not taken what it does not say that it kept', async () => {
    const { standIn, request } = providerOf('Discord')
    standIn.mishaps.push({ status: 204, body: '' })
    expect(await sent('Discord', request())).toMatchObject({ outcome: 'failed', permanent: false })
  })
})

describe('D85: Slack', () => {
  it('reads the message as plain text, and links as links', () => {
    const request = slackRequest('https://hooks.slack.test/services/x', written(named('<!channel> *b* & c')))
    expect(bodyOf(request)).toEqual({
      text: '[CRITICAL] &lt;!channel&gt; \u2060*b\u2060* &amp; c\u2060: jailed',
      blocks: [
        {
          type: 'header',
          text: { type: 'plain_text', text: '[CRITICAL] &lt;!channel&gt; *b* &amp; c: jailed', emoji: false },
        },
        {
          type: 'section',
          text: { type: 'plain_text', text: '&lt;!channel&gt; *b* &amp; c: jailed.', emoji: false },
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: `<${plain.link?.url}|Open this alert> · <${answerUrl}|Acknowledge or mute>`,
            verbatim: true,
          },
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    })
  })
  const said: [string, ProviderReply, object][] = [
    [
      'ok: false',
      { status: 200, body: { ok: false, error: 'channel_not_found' } },
      { permanent: true, isContactRefused: true },
    ],
    [
      'a message it cannot read',
      { status: 200, body: { ok: false, error: 'invalid_blocks' } },
      { permanent: true },
    ],
    ['a limit with 200', { status: 200, body: { ok: false, error: 'ratelimited' } }, { permanent: false }],
    ['an archived channel', { status: 410, body: 'channel_is_archived' }, { permanent: true }],
    ['an error of its own with 400', { status: 400, body: 'rollup_error' }, { permanent: false }],
  ]
  for (const [what, mishap, verdict] of said)
    it(`takes ${what} for a failure`, async () => {
      const { standIn, request } = providerOf('Slack')
      standIn.mishaps.push(mishap)
      expect(await sent('Slack', request())).toMatchObject({ outcome: 'failed', ...verdict })
    })
})

describe('D86: Matrix', () => {
  const room = { homeserver: 'https://hs.test/', room_id: '!a/b:hs.test', access_token: 'syt' }
  it('says the same as text and as HTML, under a transaction of the delivery', () => {
    const request = matrixRequest(room, written(named('<b>"x"</b>')), { txnId: 'k1', replaced: null })
    expect(request).toMatchObject({
      method: 'PUT',
      url: 'https://hs.test/_matrix/client/v3/rooms/!a%2Fb%3Ahs.test/send/m.room.message/k1',
    })
    expect(bodyOf(request)).toEqual({
      msgtype: 'm.text',
      body: `[CRITICAL] <b>"x"</b>: jailed\n\n<b>"x"</b>: jailed.\n\nOpen this alert: ${plain.link?.url}\n\nAcknowledge or mute: ${answerUrl}`,
      format: 'org.matrix.custom.html',
      formatted_body:
        '<p><strong>[CRITICAL] &lt;b&gt;&quot;x&quot;&lt;/b&gt;: jailed</strong></p><p>&lt;b&gt;&quot;x&quot;&lt;/b&gt;: jailed.</p>' +
        `<p><a href="${plain.link?.url}">Open this alert</a> · <a href="${answerUrl}">Acknowledge or mute</a></p>`,
      'm.mentions': {},
    })
  })
  it('has a repetition once', async () => {
    const { standIn } = providerOf('Matrix')
    const here = { homeserver: standIn.origin, room_id: '!room:hs.test', access_token: 'syt_correct' }
    const request = matrixRequest(here, written(), { txnId: 'again', replaced: null })
    expect(await sent('Matrix', request)).toEqual(await sent('Matrix', request))
  })
  it('changes an event that is there', () => {
    const request = matrixRequest(room, written(), { txnId: 'k2', replaced: '$begun' })
    expect(bodyOf(request)).toMatchObject({
      'm.new_content': { msgtype: 'm.text', 'm.mentions': {} },
      'm.relates_to': { rel_type: 'm.replace', event_id: '$begun' },
      'm.mentions': {},
    })
  })
})

describe('D87: Gotify and Pushover', () => {
  it('Gotify is told that it is plain text, below the path of its server', () => {
    const request = gotifyRequest({ url: 'https://push.test/gotify', token: 'A1' }, written())
    expect(request.url).toBe('https://push.test/gotify/message')
    expect(request.headers).toMatchObject({ 'x-gotify-key': 'A1' })
    expect(bodyOf(request)).toMatchObject({
      title: plain.subject,
      priority: 9,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: plain.link?.url } },
      },
    })
  })
  it('Pushover is told where its reader answers', () => {
    const request = pushoverRequest({ url: 'https://push.test', token: 'a1' }, 'u1', written())
    expect(bodyOf(request)).toMatchObject({ token: 'a1', user: 'u1', priority: 1, url: answerUrl })
    expect(bodyOf(request)).not.toHaveProperty('html')
  })
  it('a refused application of Pushover says nothing of the contact', async () => {
    const { standIn } = providerOf('Pushover')
    const request = pushoverRequest({ url: standIn.origin, token: 'awrong' }, 'ucorrect', written())
    expect(await sent('Pushover', request)).toMatchObject({ outcome: 'failed', permanent: false })
  })
})
