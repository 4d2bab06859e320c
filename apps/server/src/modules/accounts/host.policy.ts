import { isLoopbackHost } from '../../platform/http/client-address.ts'

/** Where a request came to, as the platform sees it (behind a trusted proxy: the forwarded values). */
export interface Addressed {
  protocol: string
  /** With the port, if one was sent. */
  host: string
}

/** The host without its port, in lower case; IPv6 without brackets. */
export function hostName(host: string): string {
  const name = /^\[([^\]]*)\]/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')
  return name.toLowerCase().replace(/\.$/, '')
}

/** Secure everywhere but on plain http to the machine itself (A2). */
export function needsSecure(to: Addressed): boolean {
  return !(to.protocol === 'http' && isLoopbackHost(hostName(to.host)))
}

/** The configured domain where the host lies in it, else null: host-only (A3). */
export function cookieDomainFor(host: string, configured: string | null): string | null {
  if (configured === null) return null
  const domain = configured.toLowerCase().replace(/^\./, '')
  const name = hostName(host)
  return name === domain || name.endsWith(`.${domain}`) ? domain : null
}
