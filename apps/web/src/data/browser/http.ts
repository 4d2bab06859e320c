import type { BrowserStorage } from './storage.ts'

/** The one way out of the page. The only file that may name the browser's fetch. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export const browserFetch: Fetch = (url, init) => fetch(url, init)

/** What an unsafe call has to carry: the cookie of the specification (9), else the other name that it reads (7). */
export function csrfTokenOf(storage: Pick<BrowserStorage, 'cookie'>): string | null {
  return storage.cookie('csrftoken') ?? storage.cookie('XSRF-TOKEN')
}

/** What every request carries (specification §7): the primary language code, and the CSRF token where there is one. */
export function commonHeaders(
  language: string,
  storage: Pick<BrowserStorage, 'cookie'>,
): Record<string, string> {
  const token = csrfTokenOf(storage)
  return { 'Accept-Language': language, ...(token === null ? {} : { 'X-CSRFToken': token }) }
}

/** Sends them with every request. */
export function withCommonHeaders(fetch: Fetch, common: () => Record<string, string>): Fetch {
  return (url, init) => fetch(url, { ...init, headers: { ...common(), ...headersOf(init) } })
}

function headersOf(init: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(init?.headers))
}

/** Answers that are on their way, by what was asked. */
type EarlyAnswers = Readonly<Record<string, Promise<Response>>>

declare global {
  interface Window {
    /** What index.html asks while the program is still on its way. */
    roundsmanAnswers?: EarlyAnswers
  }
}

export const profilePath = '/api/users/profile/'

/** What the list is drawn from (`askForList` in app/router.tsx), of the network with this id. */
export const listPaths = (blockchainId: number): readonly string[] => [
  `/api/blockchains/list/${blockchainId}/`,
  '/api/users/preferences/',
]

/**
 * Asks who is signed in, which decides what is shown, and whatever else: asked by index.html, the answers are there
 * when the program is, and before the parts of the page, which are larger. A failure is the program's to see.
 */
export function askEarly(
  fetch: Fetch,
  headers: Record<string, string>,
  others: readonly string[],
): EarlyAnswers {
  const ask = (path: string) => {
    const answer = fetch(path, {
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...headers },
    })
    answer.catch(() => undefined)
    return answer
  }
  return Object.fromEntries([profilePath, ...others].map((path) => [path, ask(path)]))
}

/**
 * Asks through `fetch`, but for the first time that something is asked to which the answer is on its way already. Where
 * that one does not come, or refuses what may be allowed meanwhile, it is asked again. An answer that is not waited for
 * any more is dropped.
 */
export function withEarlyAnswers(fetch: Fetch, early: EarlyAnswers = {}): Fetch {
  const waiting = new Map(Object.entries(early))
  return (url, init) => {
    const answer = (init?.method ?? 'GET') === 'GET' ? waiting.get(url) : undefined
    if (answer === undefined) return fetch(url, init)
    waiting.delete(url)
    return Promise.race([
      answer.then(
        (given) => (given.ok || url === profilePath ? withoutDate(given) : fetch(url, init)),
        () => fetch(url, init),
      ),
      ...(init?.signal ? [aborted(init.signal)] : []),
    ])
  }
}

/** It may have come long before it is read, and the page sets its clock by the date of what comes. */
function withoutDate(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.delete('date')
  return new Response(answer.body, { status: answer.status, headers })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new DOMException('The call was given up.', 'AbortError'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
