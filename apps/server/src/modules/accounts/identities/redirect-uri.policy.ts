import { hostName } from '../host.policy.ts'
import type { Sites } from '../site-links.ts'

/** Where the provider sends people back to. */
export const callbackPath = '/login/callback'

/** The page that this request's provider comes back to: on the same host, where its cookies are. */
export function redirectUriOf(sites: Sites, to: { protocol: string; host: string }): string {
  const base = sites.domainOfHost(hostName(to.host)) ?? `${to.protocol}://${to.host}`
  return new URL(callbackPath, base).href
}

/** True for that page on this request's own host, on a domain of the catalogue or at the public URL. */
export function isOwnRedirectUri(
  sites: Sites,
  to: { protocol: string; host: string },
  redirectUri: string,
): boolean {
  const bases = [`${to.protocol}://${to.host}`, ...sites.domains(), sites.publicUrl()]
  return bases.some((base) => new URL(callbackPath, base).href === redirectUri)
}
