import type { BrowserStorage } from './browser-storage.ts'
import { csrfTokenOf } from './csrf-token.ts'
import type { Fetch } from './http.ts'

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
