import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Webhook } from 'standardwebhooks'
import {
  createProviderStandIn,
  type ProviderCall,
  type ProviderReply,
  type ProviderStandIn,
} from './provider-stand-in.ts'

const reply = (status: number, body: unknown): ProviderReply => ({ status, body })
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** ntfy 2.16: a topic that is protected by a token. */
export async function createNtfy(): Promise<ProviderStandIn & { url: string; token: string }> {
  const token = 'tk_correct'
  const standIn = await createProviderStandIn(({ method, url, headers, body }) => {
    if (method !== 'POST' || url.pathname !== '/')
      return reply(404, { code: 40401, http: 404, error: 'page not found' })
    if (headers.authorization !== `Bearer ${token}`)
      return reply(401, { code: 40101, http: 401, error: 'unauthorized' })
    if (body === null) return reply(400, { code: 40024, http: 400, error: 'request body must be valid JSON' })
    const { topic, message, sequence_id: sequence, actions, priority } = body
    if (topic !== 'alerts') return reply(403, { code: 40301, http: 403, error: 'forbidden' })
    if (Buffer.byteLength(textOf(message)) > 4096)
      return reply(413, { code: 41301, http: 413, error: 'attachment too large' })
    if (sequence !== undefined && !/^[-_A-Za-z0-9]{1,64}$/.test(textOf(sequence)))
      return reply(400, { code: 40049, http: 400, error: 'sequence ID invalid' })
    if (listOf(actions).length > 3 || listOf(actions).some((one) => textOf(fieldsOf(one)['url']) === ''))
      return reply(400, { code: 40018, http: 400, error: 'actions invalid' })
    if (typeof priority !== 'number' || priority < 1 || priority > 5)
      return reply(400, { code: 40007, http: 400, error: 'priority invalid' })
    return reply(200, { id: `m${standIn.calls.length}`, event: 'message', topic, message })
  })
  return Object.assign(standIn, { url: `${standIn.origin}/alerts`, token })
}

/** A webhook of Discord, and the messages it made. */
export async function createDiscord(): Promise<
  ProviderStandIn & { url: string; messages: Map<string, object> }
> {
  const messages = new Map<string, object>()
  const path = '/api/webhooks/1234/correct-token'
  const standIn = await createProviderStandIn(({ method, url, body }) => {
    const [, webhook, edited] =
      /^(\/api\/webhooks\/\d+\/[\w-]+)(?:\/messages\/(\w+))?$/.exec(url.pathname) ?? []
    if (webhook === undefined) return reply(404, { message: '404: Not Found', code: 0 })
    if (webhook !== path) return reply(404, { message: 'Unknown Webhook', code: 10015 })
    if (body === null) return reply(400, { message: 'The request body contains invalid JSON.', code: 50109 })
    const { content, embeds } = body
    const descriptions = listOf(embeds).map((one) => textOf(fieldsOf(one)['description']))
    const isTooLong =
      textOf(content).length > 2000 ||
      descriptions.some((one) => one.length > 4096) ||
      descriptions.join('').length > 6000
    if (isTooLong) return reply(400, { message: 'Invalid Form Body', code: 50035 })
    if (textOf(content) === '' && descriptions.length === 0)
      return reply(400, { message: 'Cannot send an empty message', code: 50006 })
    if (method === 'PATCH') {
      if (edited === undefined || !messages.has(edited))
        return reply(404, { message: 'Unknown Message', code: 10008 })
      messages.set(edited, body)
      return reply(200, { id: edited, ...body })
    }
    if (method !== 'POST' || edited !== undefined)
      return reply(405, { message: '405: Method Not Allowed', code: 0 })
    const id = `9${messages.size}`
    messages.set(id, body)
    return url.searchParams.get('wait') === 'true' ? reply(200, { id, ...body }) : { status: 204, body: '' }
  })
  return Object.assign(standIn, { url: `${standIn.origin}${path}`, messages })
}

/** An incoming webhook of Slack. */
export async function createSlack(): Promise<ProviderStandIn & { url: string }> {
  const path = '/services/T0/B0/correct'
  const limits: Readonly<Record<string, number>> = { header: 150, section: 3000 }
  const standIn = await createProviderStandIn(({ method, url, headers, body }) => {
    if (url.pathname !== path) return reply(403, 'invalid_token')
    if (method !== 'POST') return reply(405, 'method_not_allowed')
    if (headers['content-type'] !== 'application/json' || body === null) return reply(400, 'invalid_payload')
    const isBlock = (one: unknown) => {
      const { type, text } = fieldsOf(one)
      const { type: kind, text: written } = fieldsOf(text)
      const most = limits[textOf(type)] ?? 0
      const isKind = kind === 'plain_text' || (kind === 'mrkdwn' && type === 'section')
      return isKind && textOf(written) !== '' && textOf(written).length <= most
    }
    if (!listOf(body['blocks']).every(isBlock)) return reply(400, 'invalid_blocks')
    if (textOf(body['text']) === '') return reply(400, 'no_text')
    return reply(200, 'ok')
  })
  return Object.assign(standIn, { url: `${standIn.origin}${path}` })
}

/** A server of Gotify with one application. */
export async function createGotify(): Promise<ProviderStandIn & { token: string }> {
  const token = 'Acorrect'
  const refused = (errorCode: number, error: string, errorDescription: string) =>
    reply(errorCode, { error, errorCode, errorDescription })
  const standIn = await createProviderStandIn(({ method, url, headers, body }) => {
    if (url.pathname !== '/message' || method !== 'POST') return refused(404, 'Not Found', 'page not found')
    if (headers['x-gotify-key'] !== token)
      return refused(
        401,
        'Unauthorized',
        'you need to provide a valid access token or user credentials to access this api',
      )
    if (textOf(body?.['message']) === '') return refused(400, 'Bad Request', "Field 'message' is required")
    return reply(200, { id: standIn.calls.length + 1, appid: 1, ...body })
  })
  return Object.assign(standIn, { token })
}

interface MatrixEvent {
  eventId: string
  content: Readonly<Record<string, unknown>>
}

/** A homeserver with one room; it knows a repetition by its transaction. */
export async function createMatrix(): Promise<
  ProviderStandIn & { room: string; token: string; events: Map<string, MatrixEvent> }
> {
  const [room, token] = ['!room:hs.test', 'syt_correct']
  const events = new Map<string, MatrixEvent>()
  const refused = (status: number, errcode: string, error: string) => reply(status, { errcode, error })
  const standIn = await createProviderStandIn(({ method, url, headers, body }: ProviderCall) => {
    const [, inPath, txn] =
      /^\/_matrix\/client\/v3\/rooms\/([^/]+)\/send\/m\.room\.message\/([^/]+)$/.exec(url.pathname) ?? []
    if (inPath === undefined || txn === undefined)
      return refused(404, 'M_UNRECOGNIZED', 'Unrecognized request')
    if (method !== 'PUT') return refused(405, 'M_UNRECOGNIZED', 'Unrecognized request')
    if (headers.authorization !== `Bearer ${token}`)
      return refused(401, 'M_UNKNOWN_TOKEN', 'Invalid access token passed.')
    if (decodeURIComponent(inPath) !== room) return refused(403, 'M_FORBIDDEN', 'User is not in the room.')
    if (body === null) return refused(400, 'M_NOT_JSON', 'Content not JSON.')
    if (JSON.stringify(body).length > 65_536) return refused(413, 'M_TOO_LARGE', 'event too large')
    if (textOf(body['body']) === '' || body['msgtype'] !== 'm.text')
      return refused(400, 'M_BAD_JSON', 'Missing body or msgtype')
    const known = events.get(txn)
    const event = known ?? { eventId: `$event${events.size}`, content: body }
    events.set(txn, event)
    return reply(200, { event_id: event.eventId })
  })
  return Object.assign(standIn, { room, token, events })
}

/** Pushover's API with one application and one user. */
export async function createPushover(): Promise<ProviderStandIn & { token: string; user: string }> {
  const [token, user] = ['acorrect', 'ucorrect']
  const refused = (field: string, error: string) =>
    reply(400, { [field]: 'invalid', errors: [error], status: 0, request: 'r0' })
  const standIn = await createProviderStandIn(({ method, url, body }) => {
    if (url.pathname !== '/1/messages.json' || method !== 'POST')
      return reply(404, { status: 0, errors: ['not found'] })
    if (body?.['token'] !== token) return refused('token', 'application token is invalid')
    if (body['user'] !== user)
      return refused('user', 'user identifier is not a valid user, group, or subscribed user key')
    const { message, title, url: link, url_title: linkTitle, priority } = body
    if (textOf(message) === '') return refused('message', 'message cannot be blank')
    const lengths = [
      [message, 1024],
      [title, 250],
      [link, 512],
      [linkTitle, 100],
    ] as const
    const tooLong = lengths.find(([value, most]) => textOf(value).length > most)
    if (tooLong) return refused('message', `longer than ${tooLong[1]}`)
    if (priority === 2 && (body['retry'] === undefined || body['expire'] === undefined))
      return refused('retry', 'retry must be supplied with priority=2')
    return reply(200, { status: 1, request: `r${standIn.calls.length}` })
  })
  return Object.assign(standIn, { token, user })
}

/** What became of a webhook: an answer of 2xx, or one that makes it drop the event; `disabled`: it was not sent. */
type WebhookEnd = 'delivered' | 'dropped' | 'disabled'

interface Subscription {
  /** Each signs, while one takes the place of the other. */
  secrets: string[]
  /** In place of what PagerDuty signs with; null: as it does. */
  forged: string | null
  /**
   * Tells what somebody did to an incident, as often as it takes: up to five times where the answer is 5xx or 429. Three events
   * that it has to drop in a row end it.
   *
   * @throws Error where the incident is none that is open
   */
  send(type: string, incidentKey: string, at: number, over?: object): Promise<WebhookEnd>
}

/**
 * PagerDuty: its Events API v2, where `open` are the keys of incidents that nobody resolved, and webhooks v3.
 * https://developer.pagerduty.com/docs/webhooks-overview
 */
export async function createPagerduty(): Promise<
  ProviderStandIn & {
    key: string
    open: Set<string>
    /** To an address at a site that listens on a port of this machine, whatever host it names. */
    subscribe(url: string, port: number): Subscription
  }
> {
  const key = 'R0correctkeyR0correctkeyR0correc'
  const open = new Set<string>()
  const standIn = await createProviderStandIn(({ method, url, body }) => {
    if (method !== 'POST' || url.pathname !== '/v2/enqueue') return reply(404, { message: 'Not Found' })
    const refuse = (error: string) =>
      reply(400, { status: 'invalid event', message: 'Event object is invalid', errors: [error] })
    if (body === null) return refuse('Body is no JSON')
    if (textOf(body['routing_key']).length !== 32)
      return refuse("Length of 'routing_key' is incorrect (should be 32 characters)")
    if (body['routing_key'] !== key) return refuse('Invalid routing key')
    const dedup = textOf(body['dedup_key'])
    if (dedup === '' || dedup.length > 255) return refuse("Length of 'dedup_key' is incorrect")
    const { summary, source, severity } = fieldsOf(body['payload'])
    if (body['event_action'] === 'resolve') open.delete(dedup)
    else if (body['event_action'] !== 'trigger') return refuse("'event_action' is invalid")
    else if (textOf(summary) === '' || textOf(summary).length > 1024)
      return refuse("'payload.summary' is invalid")
    else if (textOf(source) === '') return refuse("'payload.source' is missing or blank")
    else if (!['info', 'warning', 'error', 'critical'].includes(textOf(severity)))
      return refuse("'payload.severity' is invalid")
    else open.add(dedup)
    return reply(202, { status: 'success', message: 'Event processed', dedup_key: dedup })
  })
  return Object.assign(standIn, {
    key,
    open,
    subscribe: (url: string, port: number) => subscribe(open, url, port),
  })
}

function subscribe(open: ReadonlySet<string>, url: string, port: number): Subscription {
  let serial = 0
  let dropped = 0
  const subscription: Subscription = {
    secrets: [randomBytes(32).toString('base64')],
    forged: null,
    send: async (type, incidentKey, at, over = {}) => {
      if (type.startsWith('incident.') && !open.has(incidentKey))
        throw new Error(`${incidentKey} is not open`)
      if (dropped >= 3) return 'disabled'
      serial += 1
      const data = {
        id: `PGR${serial}`,
        type: 'incident',
        number: serial,
        status: 'acknowledged',
        title: 'Jailed',
      }
      const event = {
        id: `01E${serial}`,
        event_type: type,
        resource_type: 'incident',
        occurred_at: new Date(at).toISOString(),
        agent: { id: 'PLH1HKV', summary: 'Олена Ні', type: 'user_reference' },
        client: null,
        data: { ...data, incident_key: incidentKey, resolve_reason: null },
        ...over,
      }
      const raw = Buffer.from(JSON.stringify({ event }))
      const signed = subscription.secrets.map((secret) => {
        const mac = createHmac('sha256', subscription.forged ?? secret)
          .update(raw)
          .digest('hex')
        return `v1=${mac}`
      })
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'PagerDuty-Webhook/V3.0',
        'x-webhook-id': `w${serial}`,
        'x-pagerduty-signature': signed.join(','),
      }
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const status = await post(url, port, headers, raw)
        if (status >= 200 && status < 300) {
          dropped = 0
          return 'delivered'
        }
        if (status < 500 && status !== 429) break
      }
      dropped += 1
      return 'dropped'
    },
  }
  return subscription
}

/** Posts to a site where it listens, under the name that its address has; gives the status. */
async function post(
  url: string,
  port: number,
  headers: Record<string, string>,
  raw: Buffer,
): Promise<number> {
  const { host, pathname } = new URL(url)
  const sent = request({
    host: '127.0.0.1',
    port,
    path: pathname,
    method: 'POST',
    headers: { ...headers, host },
  })
  sent.end(raw)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

/** Somebody's own webhook, and what came there with a right signature, as the library of Standard Webhooks judges it. */
export async function createWebhook(): Promise<ProviderStandIn & { verified(secret: string): unknown[] }> {
  const standIn = await createProviderStandIn(({ method }) => reply(method === 'POST' ? 204 : 405, ''))
  return Object.assign(standIn, {
    verified: (secret: string) =>
      standIn.calls.flatMap(({ raw, headers }) => {
        const [id, timestamp] = [textOf(headers['webhook-id']), textOf(headers['webhook-timestamp'])]
        // It is made with the clock of the test, so `verify` would find it too old.
        const expected = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), raw)
        return headers['webhook-signature'] === expected ? [JSON.parse(raw) as unknown] : []
      }),
  })
}
