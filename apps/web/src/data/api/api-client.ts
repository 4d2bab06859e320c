import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@roundsman/contract/endpoint'
import { PageBoot } from '@roundsman/contract/networks/networks'
import { type PageEndpointName, pageEndpoints } from '@roundsman/contract/page-endpoints'
import { Problem } from '@roundsman/contract/problem'
import * as z from 'zod/mini'
import type { Clock } from '../browser/clock.ts'
import type { Fetch } from '../browser/http.ts'
import { NoAnswerError, ProblemError, UnexpectedResponseError } from './errors.ts'

/** Required where the contract has something there, forbidden where it has nothing. */
type Part<Key extends string, T> = [T] extends [Record<string, never>]
  ? { readonly [K in Key]?: undefined }
  : object extends T
    ? { readonly [K in Key]?: T }
    : { readonly [K in Key]: T }
type BodyPart<E extends Endpoint> = E extends { takes: 'multipart' }
  ? { readonly body: FormData }
  : BodyOf<E> extends undefined
    ? { readonly body?: undefined }
    : { readonly body: BodyOf<E> }

/** What a call takes, by the contract; `headers` are besides those that every call has. */
type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  BodyPart<E> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal }

/** May be left out where nothing in it is required. */
type CallArguments<E extends Endpoint> =
  Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

type PageEndpoint<N extends PageEndpointName> = (typeof pageEndpoints)[N]
export type CallInput<N extends PageEndpointName> = InputOf<PageEndpoint<N>>

export interface ApiClient {
  /** Calls an endpoint of the contract. Throws ProblemError, NoAnswerError or UnexpectedResponseError, nothing else. */
  call<N extends PageEndpointName>(
    name: N,
    ...input: CallArguments<PageEndpoint<N>>
  ): Promise<AnswerOf<PageEndpoint<N>>>
  /** As `call`, for a screen that brings its part of the contract with itself. */
  callTo<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<AnswerOf<E>>
  /** As `call`, with what the headers say beside. */
  callWithWait<N extends PageEndpointName>(
    name: N,
    ...input: CallArguments<PageEndpoint<N>>
  ): Promise<WithWait<AnswerOf<PageEndpoint<N>>>>
  /** As `callTo`, with what the headers say beside. */
  callToWithWait<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<WithWait<AnswerOf<E>>>
  /** Of the newest answer: what the server's log knows of this page when it breaks by itself. */
  lastRequestId(): string | null
}

export interface WithWait<T> {
  answer: T
  /** `Retry-After`, in seconds; null where it has none. */
  waitSeconds: number | null
  /** What `If-Match` of a later change names; null where it has none. */
  etag: string | null
}

interface Deps {
  fetch: Fetch
  clock: Clock
  /** Primary code of the language of the page. */
  language: () => string
  csrfToken: () => string | null
  onDate: (date: string | null) => void
  /** Of the session: another number whenever somebody comes or goes. */
  generation: () => number
  /** A call that began in this generation found out that there is no session any more. */
  onSignedOut: (generation: number) => void
}

/** The longest a user should look at a skeleton before being told. */
const deadlineMs = 15_000

export function createApiClient(deps: Deps): ApiClient {
  let lastRequestId: string | null = null
  const client: ApiClient = {
    lastRequestId: () => lastRequestId,
    call: (name, ...input) => client.callTo(pageEndpoints[name], ...input),
    callWithWait: (name, ...input) => client.callToWithWait(pageEndpoints[name], ...input),
    callTo: async (endpoint, ...input) => (await client.callToWithWait(endpoint, ...input)).answer,
    async callToWithWait<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
      const generation = deps.generation()
      const { response, text } = await exchangeWithToken(deps, endpoint, input ?? {})
      deps.onDate(response.headers.get('date'))
      const requestId = response.headers.get('x-request-id')
      lastRequestId = requestId ?? lastRequestId
      const body = parseBody(text)
      const schema = endpoint.responses[response.status]
      if (response.ok && schema) {
        const parsed = z.safeParse(schema, body)
        if (!parsed.success) throw new UnexpectedResponseError(response.status, requestId, parsed.error)
        const etag = response.headers.get('etag')
        return { answer: parsed.data as AnswerOf<E>, waitSeconds: waitSecondsOf(response), etag }
      }
      const problem = z.safeParse(Problem, body)
      if (!problem.success) throw new UnexpectedResponseError(response.status, requestId)
      if (problem.data.code === 'not_authenticated') deps.onSignedOut(generation)
      throw new ProblemError(problem.data, requestId, waitSecondsOf(response))
    },
  }
  return client
}

function waitSecondsOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}

type Values = Readonly<Record<string, unknown>>
/** What CallInput says of any one call, forgotten. */
interface AnyInput {
  readonly params?: Values | undefined
  readonly query?: Values | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/**
 * `/api/blockchains/list/{blockchainId}/` with its parameters filled in, and the query: an array is its key several
 * times, what is undefined or null is left out.
 */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one) => one !== undefined && one !== null)
        .map((one): [string, string] => [name, textOf(one)]),
    ),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/**
 * As `exchange`; a call that is refused for its CSRF token changed nothing, so it is sent again with the token that a GET
 * is given. A GET that was under way while the password was changed, or while another tab signed in, answers for a
 * session that is no more, and leaves a token of nobody behind.
 */
async function exchangeWithToken(deps: Deps, endpoint: Endpoint, input: AnyInput): Promise<Exchange> {
  const sent = deps.csrfToken()
  const first = await exchange(deps, endpoint, input)
  if (first.response.status !== 403 || !first.text.includes('"csrf_failed"')) return first
  await exchange(deps, pageEndpoints.networks, {})
  return deps.csrfToken() === sent ? first : exchange(deps, endpoint, input)
}

interface Exchange {
  response: Response
  text: string
}

/** Sends the request and reads the answer to its last byte, all of it within the deadline. */
async function exchange(deps: Deps, endpoint: Endpoint, input: AnyInput): Promise<Exchange> {
  const abort = new AbortController()
  let timedOut = false
  const cancelDeadline = deps.clock.after(deadlineMs, () => {
    timedOut = true
    abort.abort()
  })
  const forward = () => abort.abort()
  input.signal?.addEventListener('abort', forward, { once: true })
  const answer = async () => {
    const response = await deps.fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: headersOf(deps, input),
      credentials: 'same-origin',
      signal: abort.signal,
      ...(input.body === undefined ? {} : { body: bodyOf(input.body) }),
    })
    return { response, text: await response.text() }
  }
  try {
    return await Promise.race([answer(), aborted(abort.signal)])
  } catch (cause) {
    throw new NoAnswerError(timedOut, cause)
  } finally {
    cancelDeadline()
    input.signal?.removeEventListener('abort', forward)
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new DOMException('The call was given up.', 'AbortError'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

function headersOf(deps: Deps, { body, headers }: AnyInput): Record<string, string> {
  const token = deps.csrfToken()
  return {
    Accept: 'application/json',
    'Accept-Language': deps.language(),
    ...(token === null ? {} : { 'X-CSRFToken': token }),
    // Whoever signs in for the first time has it from then on (P533).
    ...(body === undefined ? {} : { 'X-Time-Zone': new Intl.DateTimeFormat().resolvedOptions().timeZone }),
    // The browser itself names the type of a form, with its boundary.
    ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }
}

function bodyOf(body: unknown): string | FormData {
  return body instanceof FormData ? body : JSON.stringify(body)
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The boot object that the server put into the page; under `vite dev` it is asked for. */
export async function loadBoot(document: Document, client: ApiClient): Promise<PageBoot> {
  const text = document.getElementById('boot')?.textContent
  if (text) return z.parse(PageBoot, JSON.parse(text))
  return { ...(await client.call('networks')), cookie_domain: null }
}

export function livePath(blockchainId: number): string {
  return addressOf(pageEndpoints.live, { params: { blockchainId } })
}
