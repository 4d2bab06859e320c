import { hostName } from './host.policy.ts'

/** As much of the catalogue as accounts use. */
export interface Sites {
  /** The `domain` of the network that this host name selects; null for a host that no network has. */
  domainOfHost(host: string): string | null
  /** Every `domain` of the catalogue. */
  domains(): readonly string[]
  /** `ROUNDSMAN_PUBLIC_URL` or the default network's domain. */
  publicUrl(): string
}

/**
 * Address of a page of the site for a mail. The host of the request only selects among the catalogue's domains; it
 * never gets into the link itself (A14, ASVS 6.4.1).
 */
export function siteLink(sites: Sites, host: string, path: string, query?: Record<string, string>): string {
  const base = sites.domainOfHost(hostName(host)) ?? sites.publicUrl()
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  return url.href
}
