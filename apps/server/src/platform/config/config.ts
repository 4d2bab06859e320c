import type { Role } from '../module.ts'

/** What the environment says, checked and with its defaults. Made once at the start, never read again. */
export interface Config {
  host: string
  /** 0 lets the system choose, for tests. */
  port: number
  /** Absolute. */
  dataDir: string
  /** Null: the embedded engine. */
  databaseUrl: string | null
  /** The catalogue's file and its text; null: the built-in one. */
  networksFile: { path: string; text: string } | null
  /** Key material; use `subkey`, never this itself. */
  secret: Buffer
  /** Null: cookies are of the host only. With the built-in catalogue `roundsman.localhost`. */
  cookieDomain: string | null
  /** Addresses and CIDR ranges whose X-Forwarded-* count. */
  trustedProxies: readonly string[]
  mail: { smtpUrl: string | null; from: string }
  google: { clientId: string; clientSecret: string; issuer: string } | null
  twilio: { accountSid: string; authToken: string; from: string; url: string } | null
  /** Null: the default network's domain. */
  publicUrl: string | null
  /** ISO 3166 codes; null: all but those known for premium fraud. */
  phoneCountries: readonly string[] | null
  /** Messages a day for one user; the site's own budget is a hundred times that. */
  budgets: { sms: number; voice: number }
  heartbeatUrl: string | null
  seriesUrl: string | null
  metricsToken: string | null
  roles: readonly Role[]
  logLevel: LogLevel
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
