import type { Addressed } from './host.policy.ts'

/**
 * True if a page of `origin` may send unsafe requests here (A4): the request's own scheme and host, or the origin of
 * a domain of the catalogue. Without an Origin the browser's own word (Sec-Fetch-Site) decides, and what is no
 * browser is left to the CSRF token.
 */
export function isOwnOrigin(
  headers: { origin: string | undefined; secFetchSite: string | undefined },
  to: Addressed,
  domains: readonly string[],
): boolean {
  if (headers.origin === undefined) return headers.secFetchSite !== 'cross-site'
  const origin = originOf(headers.origin)
  if (origin === null) return false
  return [`${to.protocol}://${to.host}`, ...domains].some((own) => originOf(own) === origin)
}

/** Scheme, host and port in one spelling; null for `null` and what is not an address. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin } = new URL(text)
  return origin === 'null' ? null : origin
}
