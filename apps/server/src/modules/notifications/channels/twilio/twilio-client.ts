import * as z from 'zod/mini'
import type { Clock } from '../../../../platform/clock.ts'
import { linkedSignal, retryAfterMs } from '../../../../platform/clients/http-client.ts'

/** Longest wait for an answer; the dispatcher ends an attempt after 30 s. */
const answerMs = 12_000
/** Of a list; an answer of so many is well below the largest. */
const pageSize = 200
/** No answer of these calls is longer. */
const largestAnswer = 1024 * 1024

export interface TwilioAccount {
  accountSid: string
  authToken: string
  /** A number, or a sender name, which cannot call. */
  from: string
  /** Without a slash at the end. */
  url: string
}

export interface TwilioAnswer {
  status: number
  /** What was parsed of the body; null if it is no JSON. */
  body: unknown
  retryAfterMs: number | null
}

export type TwilioResource = 'Messages' | 'Calls'

/** Names may come more than once. */
export type TwilioForm = Readonly<Record<string, string | readonly string[]>>

export interface TwilioClient {
  from: string
  /** POST of a form to `/2010-04-01/Accounts/<sid>/<resource>.json`. */
  create(resource: TwilioResource, form: TwilioForm, signal: AbortSignal): Promise<TwilioAnswer>
  /** Those to a number, newest first, page by page: `page` is what the one before named as its next. */
  list(resource: TwilioResource, to: string, page: string | null, signal: AbortSignal): Promise<TwilioAnswer>
  /** One of them, by the name that Twilio gave it. */
  find(resource: TwilioResource, sid: string, signal: AbortSignal): Promise<TwilioAnswer>
  /** The requests by which a call was made and reported on; there from some minutes after the call. */
  events(callSid: string, signal: AbortSignal): Promise<TwilioAnswer>
}

/** Twilio's REST API of 2010-04-01 as far as it is used: plain HTTP, basic authorization, forms in, JSON out. */
export function createTwilioClient(
  account: TwilioAccount,
  fetch: typeof globalThis.fetch,
  clock: Pick<Clock, 'now' | 'timeoutSignal'>,
): TwilioClient {
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
  const base = `${account.url}/2010-04-01/Accounts/${encodeURIComponent(account.accountSid)}`

  async function ask(url: string, init: RequestInit, signal: AbortSignal): Promise<TwilioAnswer> {
    const limited = linkedSignal(signal, clock.timeoutSignal(answerMs))
    try {
      const answer = await fetch(url, {
        ...init,
        headers: { ...init.headers, authorization, accept: 'application/json' },
        redirect: 'error',
        signal: limited.signal,
      })
      const text = await answer.text()
      return {
        status: answer.status,
        body: text.length > largestAnswer ? null : parsed(text),
        retryAfterMs: retryAfterMs(answer.headers.get('retry-after'), clock.now()),
      }
    } finally {
      limited.release()
    }
  }

  return {
    from: account.from,
    create: (resource, form, signal) =>
      ask(
        `${base}/${resource}.json`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(pairsOf(form)).toString(),
        },
        signal,
      ),
    list: (resource, to, page, signal) => {
      const first = new URLSearchParams({ To: to, PageSize: String(pageSize) })
      // Of the next page only what was asked for is taken, never its address.
      const query = page === null ? first : new URL(page, account.url).searchParams
      return ask(`${base}/${resource}.json?${query.toString()}`, { method: 'GET' }, signal)
    },
    find: (resource, sid, signal) =>
      ask(`${base}/${resource}/${encodeURIComponent(sid)}.json`, { method: 'GET' }, signal),
    events: (callSid, signal) =>
      ask(`${base}/Calls/${encodeURIComponent(callSid)}/Events.json`, { method: 'GET' }, signal),
  }
}

function pairsOf(form: TwilioForm): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** What an error of Twilio says: `{code, message, more_info, status}`. */
export const TwilioError = z.object({ code: z.int(), message: z.string() })
