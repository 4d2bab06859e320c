import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callBack } from './call-back.ts'
import type { TwilioFault } from './twilio-faults.data.ts'
import { answerJson, fail, read } from './twilio-answers.ts'
import { faultOf, keysAddressIn, redirectIn, type TwilioResource } from './twilio-request.ts'

export interface TwilioItem {
  resource: TwilioResource
  sid: string
  form: Readonly<Record<string, string>>
  status: string
  errorCode: string | null
  createdAt: Date
}

/**
 * What the next request to send meets: an error; `lost`: it is taken, but the connection breaks before the answer;
 * `refused`: the connection breaks and nothing is taken; `garbage`: it is taken and answered with what nobody reads.
 */
type TwilioMishap = TwilioFault | 'lost' | 'refused' | 'garbage'

export interface TwilioStandIn {
  /** For ROUNDSMAN_TWILIO_URL and its companions. */
  account: { accountSid: string; authToken: string; from: string; url: string }
  /** Messages and calls that were taken, in order. */
  taken: TwilioItem[]
  /** Resolves once so many were taken. */
  waitFor(count: number): Promise<TwilioItem[]>
  /** In order, one for each request to send; afterwards all goes well. */
  mishaps: TwilioMishap[]
  /** How many requests came, those refused among them: `POST Messages`, `GET Calls`, `GET one of Calls`, … */
  requests: string[]
  /**
   * Reports a state to the item's StatusCallback, signed as Twilio signs. Gives the status of the answer; null if
   * there is no callback.
   */
  report(
    sid: string,
    status: string,
    over?: { errorCode?: string; signature?: string },
  ): Promise<number | null>
  /**
   * Takes a call: gives the document that it follows, fetched from the site where the first one says so.
   *
   * @throws Error where the site refuses: Twilio tells the listener of an application error then, and hangs up
   */
  take(sid: string, over?: { signature?: string }): Promise<string>
  /**
   * Presses a key during a call, or during what its site had it say next; gives what the site answers, null where no key
   * is waited for.
   */
  press(
    sid: string,
    digits: string,
    over?: { twiml?: string; signature?: string },
  ): Promise<{ status: number; text: string } | null>
  /** Whether it tells already by which requests calls were made. */
  hasEvents: boolean
  /** Whether it lists already what it took; at first it does not. */
  isListing: boolean
  /** Where sites listen in truth, whatever host their addresses name. */
  sitePort: number | null
  close(): Promise<void>
}

interface TwilioStandInOptions {
  now?: () => number
  from?: string
  /** Told of each message and call as it is taken, before the answer to its request. */
  onTaken?: (item: TwilioItem) => void
}

/** A local server that speaks as much of Twilio's REST API as is used, and is as strict about it. */
export async function createTwilioStandIn(options: TwilioStandInOptions = {}): Promise<TwilioStandIn> {
  const now = options.now ?? (() => Date.now())
  const accountSid = `AC${randomBytes(16).toString('hex')}`
  const authToken = randomBytes(16).toString('hex')
  const from = options.from ?? '+15005550006'
  let arrived: () => void = () => undefined

  const server = createServer((incoming, answer) => {
    void handle(incoming, answer)
  })

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://twilio')
    const form = Object.fromEntries(new URLSearchParams(await read(incoming)))
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    const match = /^\/2010-04-01\/Accounts\/(AC\w+)\/(Messages|Calls)\.json$/.exec(url.pathname)
    const events = /^\/2010-04-01\/Accounts\/(AC\w+)\/Calls\/(CA\w+)\/Events\.json$/.exec(url.pathname)
    const one = /^\/2010-04-01\/Accounts\/(AC\w+)\/(Messages|Calls)\/(\w+)\.json$/.exec(url.pathname)
    const asked = (one ? `one of ${one[2]}` : match?.[2]) ?? (events ? 'Events' : url.pathname)
    standIn.requests.push(`${incoming.method} ${asked}`)
    if (incoming.headers.authorization !== expected) {
      answer.setHeader('www-authenticate', 'Basic realm="Twilio API"')
      fail(answer, 20003)
    } else if (events && events[1] === accountSid) answerJson(answer, 200, eventsOf(events[2] ?? ''))
    else if (one && one[1] === accountSid) find(answer, one[2], one[3])
    else if (!match || match[1] !== accountSid) fail(answer, 20404)
    else if (incoming.method === 'GET') list(answer, match[2] as TwilioResource, url.searchParams)
    else if (incoming.method !== 'POST') fail(answer, 20004)
    else if (!incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      fail(answer, 20001)
    else send(answer, match[2] as TwilioResource, form)
  }

  function send(answer: ServerResponse, resource: TwilioResource, form: Record<string, string>): void {
    const mishap = standIn.mishaps.shift()
    if (typeof mishap === 'number') {
      fail(answer, mishap)
      return
    }
    if (mishap === 'refused') {
      answer.destroy()
      return
    }
    const fault = faultOf(resource, form, from)
    if (fault !== null) {
      fail(answer, fault)
      return
    }
    const sid = `${resource === 'Messages' ? 'SM' : 'CA'}${randomBytes(16).toString('hex')}`
    const item: TwilioItem = {
      resource,
      sid,
      form,
      status: 'queued',
      errorCode: null,
      createdAt: new Date(now()),
    }
    standIn.taken.push(item)
    arrived()
    options.onTaken?.(item)
    if (mishap === 'lost') answer.destroy()
    else if (mishap === 'garbage') answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    else answerJson(answer, 201, view(item))
  }

  function list(answer: ServerResponse, resource: TwilioResource, query: URLSearchParams): void {
    const [size, page] = [Number(query.get('PageSize') ?? 50), Number(query.get('Page') ?? 0)]
    const all = standIn.taken
      .filter(
        (item) =>
          standIn.isListing &&
          item.resource === resource &&
          item.form['To'] === (query.get('To') ?? item.form['To']),
      )
      .reverse()
    const items = all.slice(page * size, (page + 1) * size)
    query.set('Page', String(page + 1))
    const next = `/2010-04-01/Accounts/${accountSid}/${resource}.json?${query.toString()}`
    answerJson(answer, 200, {
      [resource.toLowerCase()]: items.map(view),
      page,
      next_page_uri: all.length > (page + 1) * size ? next : null,
    })
  }

  function find(answer: ServerResponse, resource: string | undefined, sid: string | undefined): void {
    const item = standIn.taken.find((one) => one.sid === sid && one.resource === resource)
    if (item) answerJson(answer, 200, view(item))
    else fail(answer, 20404)
  }

  /** What Twilio notes of the requests about a call, once it does so: not before some minutes after its end. */
  function eventsOf(sid: string) {
    const item = standIn.taken.find((one) => one.sid === sid && standIn.hasEvents)
    const parameters = { to: item?.form['To'], status_callback: item?.form['StatusCallback'] }
    return { events: item ? [{ request: { method: 'POST', parameters }, response: {} }] : [], page: 0 }
  }

  function view(item: TwilioItem) {
    return {
      account_sid: accountSid,
      api_version: '2010-04-01',
      sid: item.sid,
      status: item.status,
      to: item.form['To'],
      from,
      direction: 'outbound-api',
      date_created: item.createdAt.toUTCString().replace('GMT', '+0000'),
      ...(item.resource === 'Messages'
        ? { body: item.form['Body'], num_segments: '1', error_code: errorCodeOf(item) }
        : {}),
    }
  }

  const fieldsOf = ({ form }: TwilioItem) => ({
    ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', From: from, To: form['To'] ?? '' },
  })

  function takenAs(sid: string): TwilioItem {
    const item = standIn.taken.find((one) => one.sid === sid)
    if (!item) throw new Error(`there is no ${sid}`)
    return item
  }

  const standIn: TwilioStandIn = {
    account: { accountSid, authToken, from, url: '' },
    taken: [],
    mishaps: [],
    requests: [],
    hasEvents: false,
    isListing: true,
    sitePort: null,
    waitFor: async (count) => {
      while (standIn.taken.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
      return standIn.taken
    },
    report: async (sid, status, over = {}) => {
      const item = takenAs(sid)
      item.status = status
      item.errorCode = over.errorCode ?? null
      const callback = item.form['StatusCallback']
      if (callback === undefined) return null
      const [id, state] =
        item.resource === 'Messages' ? ['MessageSid', 'MessageStatus'] : ['CallSid', 'CallStatus']
      const fields: Record<string, string> = {
        ...fieldsOf(item),
        [id]: sid,
        [state]: status,
        ...(over.errorCode === undefined ? {} : { ErrorCode: over.errorCode }),
      }
      const { signature } = over
      const answer = await callBack({ url: callback, fields, authToken, signature, port: standIn.sitePort })
      return answer.status
    },
    take: async (sid, { signature } = {}) => {
      const item = takenAs(sid)
      const twiml = item.form['Twiml'] ?? ''
      const url = redirectIn(twiml)
      if (url === null) return twiml
      const fields = { ...fieldsOf(item), CallSid: sid, CallStatus: 'in-progress' }
      const { status, text } = await callBack({ url, fields, authToken, signature, port: standIn.sitePort })
      if (status !== 200) throw new Error(`what a call says was answered ${status}`)
      return text
    },
    press: async (sid, digits, over = {}) => {
      const item = takenAs(sid)
      const url = keysAddressIn(over.twiml ?? (await standIn.take(sid)))
      if (url === null) return null
      const fields = {
        ...fieldsOf(item),
        CallSid: sid,
        CallStatus: 'in-progress',
        Digits: digits,
        msg: 'Gather End',
      }
      const { signature } = over
      return callBack({ url, fields, authToken, signature, port: standIn.sitePort })
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standIn.account.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}

/** Lists give numbers, callbacks texts. */
function errorCodeOf({ errorCode }: TwilioItem): number | null {
  return errorCode === null ? null : Number(errorCode)
}
