import type { Endpoint } from '@roundsman/contract/endpoint'
import type { Answer, EndpointName } from '@roundsman/contract/endpoints'
import { firstEndpoints } from '@roundsman/contract/first-endpoints'
import { Problem } from '@roundsman/contract/problem'
import * as z from 'zod/mini'
import type { Clock } from './clock.ts'
import { NoAnswerError, ProblemError, StrangeAnswerError } from './errors.ts'
import type { Fetch } from './http.ts'

export interface CallInput {
  params?: Readonly<Record<string, string | number>>
  /** JSON, or a form with a file. */
  body?: unknown
  signal?: AbortSignal
}

export interface ApiClient {
  /** Calls an endpoint of the contract. Throws ProblemError, NoAnswerError or StrangeAnswerError, nothing else. */
  call<N extends EndpointName>(name: N, input?: CallInput): Promise<Answer<N>>
  /** Of the newest answer: what the server's log knows of this page when it breaks by itself. */
  lastRequestId(): string | null
}

interface Deps {
  fetch: Fetch
  clock: Clock
  /** Primary code of the language of the page. */
  language: () => string
  csrfToken: () => string | null
  onDate: (date: string | null) => void
  /** Of the session: another number whenever somebody comes or goes. */
  visit: () => number
  /** A call that began in this visit found out that there is no session any more. */
  onSignedOut: (visit: number) => void
}

/** The longest a user should look at a skeleton before being told. */
const deadlineMs = 15_000

export function createApiClient(deps: Deps): ApiClient {
  let lastRequestId: string | null = null
  return {
    lastRequestId: () => lastRequestId,
    async call(name, input = {}) {
      const visit = deps.visit()
      const endpoint: Endpoint = isFirst(name) ? firstEndpoints[name] : await endpointOf(name)
      const response = await request(deps, endpoint, input)
      deps.onDate(response.headers.get('date'))
      const requestId = response.headers.get('x-request-id')
      lastRequestId = requestId ?? lastRequestId
      const body = await readBody(response)
      const schema = endpoint.responses[response.status]
      if (response.ok && schema) {
        const parsed = z.safeParse(schema, body)
        if (!parsed.success) throw new StrangeAnswerError(response.status, requestId, parsed.error)
        return parsed.data as Answer<typeof name>
      }
      const problem = z.safeParse(Problem, body)
      if (!problem.success) throw new StrangeAnswerError(response.status, requestId)
      if (problem.data.code === 'not_authenticated') deps.onSignedOut(visit)
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
      throw new ProblemError(problem.data, requestId, Number.isFinite(retryAfter) ? retryAfter : null)
    },
  }
}

const isFirst = (name: EndpointName): name is keyof typeof firstEndpoints => name in firstEndpoints

/** From the table of all calls, which comes after the first view (main.tsx). */
async function endpointOf(name: EndpointName): Promise<Endpoint> {
  try {
    const { endpoints } = await import('@roundsman/contract/endpoints')
    return endpoints[name]
  } catch (cause) {
    throw new NoAnswerError(false, cause)
  }
}

/** `/api/blockchains/list/{blockchainId}/` with its parameters filled in. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: CallInput['params'] = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
}

async function request(deps: Deps, endpoint: Endpoint, input: CallInput): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': deps.language() }
  const token = endpoint.method === 'GET' ? null : deps.csrfToken()
  if (token !== null) headers['X-CSRFToken'] = token
  // The browser itself names the type of a form, with its boundary.
  if (input.body !== undefined && !(input.body instanceof FormData))
    headers['Content-Type'] = 'application/json'

  const abort = new AbortController()
  let timedOut = false
  const cancelDeadline = deps.clock.after(deadlineMs, () => {
    timedOut = true
    abort.abort()
  })
  const forward = () => abort.abort()
  input.signal?.addEventListener('abort', forward, { once: true })
  try {
    return await deps.fetch(pathOf(endpoint, input.params), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      signal: abort.signal,
      ...(input.body === undefined ? {} : { body: bodyOf(input.body) }),
    })
  } catch (cause) {
    throw new NoAnswerError(timedOut, cause)
  } finally {
    cancelDeadline()
    input.signal?.removeEventListener('abort', forward)
  }
}

function bodyOf(body: unknown): string | FormData {
  return body instanceof FormData ? body : JSON.stringify(body)
}

async function readBody(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}
