import { hostName } from '../host.policy.ts'
import type { Sites } from '../site-links.ts'

/** Where the provider sends people back to. */
export const callbackPath = '/login/callback'

/** The page that this request's provider comes back to: on the same host, where its cookies are. */
export function redirectUriOf(sites: Sites, to: { protocol: string; host: string }): string {
  const base = sites.domainOfHost(hostName(to.host)) ?? originOf(to) ?? sites.publicUrl()
  return new URL(callbackPath, base).href
}

/** True for that page on this request's own host, on a domain of the catalogue or at the public URL. */
export function isOwnRedirectUri(
  sites: Sites,
  to: { protocol: string; host: string },
  redirectUri: string,
): boolean {
  const bases = [originOf(to), ...sites.domains(), sites.publicUrl()]
  return bases.some((base) => base !== null && new URL(callbackPath, base).href === redirectUri)
}

/** Null for a Host that is none, such as `[::1`. */
function originOf({ protocol, host }: { protocol: string; host: string }): string | null {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? origin : null
}
