import ipaddr from 'ipaddr.js'
import * as z from 'zod'

/** The roles a process can play (`ROUNDSMAN_ROLES`). */
export const roles = ['web', 'watch', 'notify'] as const
export type Role = (typeof roles)[number]

const domain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

function isUrl(value: string, protocols: readonly string[]): boolean {
  try {
    const { protocol, hostname } = new URL(value)
    return protocols.includes(protocol) && (hostname !== '' || protocol === 'postgres:')
  } catch {
    return false
  }
}

/** As it was given: to a service that counts pings an address with a slash at its end may be another one. */
const wholeWebUrl = z.string().refine((value) => isUrl(value, ['http:', 'https:']))
const webUrl = wholeWebUrl.transform((value) => value.replace(/\/+$/, ''))
const databaseUrl = z.string().refine((value) => isUrl(value, ['postgres:', 'postgresql:']))
const smtpUrl = z.string().refine((value) => isUrl(value, ['smtp:', 'smtps:']))
const domainName = z
  .string()
  .transform((value) => value.toLowerCase().replace(/^\./, ''))
  .pipe(z.string().regex(domain))
const hostOrAddress = z.string().refine((value) => ipaddr.isValid(value) || domain.test(value))
const addressRange = z.string().refine((value) => ipaddr.isValid(value) || ipaddr.isValidCIDR(value))
const mailbox = z.string().regex(/^(?:[^<>\r\n@"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const countryCode = z
  .string()
  .transform((value) => value.toUpperCase())
  .refine((code) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regionNames.of(code) !== undefined)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Variable {
  schema: z.ZodType<unknown, string>
  /** What it takes, as the message about a wrong value says it. */
  takes: string
  meaning: string
  /** As the help shows it. */
  default: string
  /** Its value may hold a key or a password and is never printed. */
  secret?: boolean
  /** It is taken again by `roundsman reload`; without it a change needs a restart. */
  reload?: boolean
}

const text = z.string()
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
const list = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .pipe(z.array(item).min(1))

/** Every variable there is, in the order of the help. */
export const variables = {
  ROUNDSMAN_HOST: {
    schema: hostOrAddress,
    takes: 'a host name or an address',
    meaning: 'address to listen on',
    default: '127.0.0.1',
  },
  ROUNDSMAN_PORT: {
    schema: wholeNumber.pipe(z.number().max(65_535)),
    takes: 'a port number from 0 to 65535',
    meaning: 'port to listen on',
    default: '8000',
  },
  ROUNDSMAN_DATA_DIR: {
    schema: text,
    takes: 'a directory',
    meaning: 'embedded database, avatars, generated secret',
    default: '.data',
  },
  ROUNDSMAN_BACKUP_DIR: {
    schema: text,
    takes: 'a directory',
    meaning: 'where backups are written by themselves',
    default: 'unset: none',
  },
  ROUNDSMAN_BACKUP_EVERY: {
    schema: wholeNumber.pipe(z.number().min(1).max(8760)),
    takes: 'a whole number from 1 to 8760',
    meaning: 'hours between two backups',
    default: '24',
  },
  ROUNDSMAN_BACKUP_KEEP: {
    schema: wholeNumber.pipe(z.number().min(1).max(10_000)),
    takes: 'a whole number from 1 to 10000',
    meaning: 'how many of these backups are kept',
    default: '14',
  },
  ROUNDSMAN_BACKUP_RECIPIENT: {
    schema: z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/),
    takes: 'an age public key (age1…)',
    meaning: 'encrypts these backups, for which only the key’s owner can then read them',
    default: 'unset: not encrypted',
  },
  ROUNDSMAN_ENVIRONMENT_FILE: {
    schema: text,
    takes: 'a readable file',
    meaning: 'more variables, NAME=value on each line; what the environment itself sets wins',
    default: 'none',
  },
  DATABASE_URL: {
    schema: databaseUrl,
    takes: 'postgres://user:password@host:port/database',
    meaning: 'PostgreSQL 15 or newer',
    default: 'unset: embedded',
    secret: true,
  },
  ROUNDSMAN_NETWORKS_FILE: {
    schema: text,
    takes: 'a readable JSON file',
    meaning: 'network catalogue',
    default: 'built in',
    reload: true,
  },
  ROUNDSMAN_SECRET: {
    schema: z.string().refine((value) => Buffer.byteLength(value) >= 32),
    takes: 'at least 32 bytes long',
    meaning: 'key for tokens and encryption',
    default: 'generated once and kept in the data directory',
    secret: true,
  },
  ROUNDSMAN_OTHER_SECRET: {
    schema: z.string().refine((value) => Buffer.byteLength(value) >= 32),
    takes: 'at least 32 bytes long',
    meaning: 'while the secret is changed: what was encrypted with this one is read, too',
    default: 'none',
    secret: true,
  },
  ROUNDSMAN_COOKIE_DOMAIN: {
    schema: domainName,
    takes: 'a domain, such as example.org',
    meaning: 'shares sessions across subdomains',
    default: 'host only; with the built-in catalogue roundsman.localhost',
  },
  ROUNDSMAN_TRUSTED_PROXIES: {
    schema: list(addressRange),
    takes: 'a comma-separated list of addresses or ranges, such as 10.0.0.1,192.168.0.0/16',
    meaning: 'proxies whose X-Forwarded-* headers are trusted',
    default: 'none',
  },
  ROUNDSMAN_SMTP_URL: {
    schema: smtpUrl,
    takes: 'smtp://user:password@host:port or smtps://…',
    meaning: 'mail server',
    default: 'unset: mails go to <data>/mail/*.eml',
    secret: true,
    reload: true,
  },
  ROUNDSMAN_MAIL_FROM: {
    schema: mailbox,
    takes: 'an address, alone or as Name <address>',
    meaning: 'sender of e-mails',
    default: 'Roundsman <roundsman@ the public or cookie domain>',
    reload: true,
  },
  ROUNDSMAN_GOOGLE_CLIENT_ID: {
    schema: text,
    takes: 'a client ID',
    meaning: 'sign-in with Google or another OpenID provider',
    default: 'unset: no button',
  },
  ROUNDSMAN_GOOGLE_CLIENT_SECRET: {
    schema: text,
    takes: 'a client secret',
    meaning: 'sign-in with Google or another OpenID provider',
    default: 'unset: no button',
    secret: true,
  },
  ROUNDSMAN_GOOGLE_ISSUER: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'issuer of another OpenID provider',
    default: 'https://accounts.google.com',
  },
  ROUNDSMAN_REQUIRE_SECOND_FACTOR: {
    schema: list(z.enum(['member', 'vip', 'admin'])),
    takes: 'a comma-separated list of member, vip, admin',
    meaning: 'groups that give nothing to whoever has no second factor',
    default: 'none',
  },
  ROUNDSMAN_TWILIO_ACCOUNT_SID: {
    schema: text,
    takes: 'a Twilio account SID',
    meaning: 'SMS and voice',
    default: 'unset: neither is available',
    reload: true,
  },
  ROUNDSMAN_TWILIO_AUTH_TOKEN: {
    schema: text,
    takes: 'a Twilio auth token',
    meaning: 'SMS and voice',
    default: 'unset: neither is available',
    secret: true,
    reload: true,
  },
  ROUNDSMAN_TWILIO_FROM: {
    schema: z.string().regex(/^(\+[1-9]\d{6,14}|[A-Za-z0-9 ]{1,11})$/),
    takes: 'a number such as +12025550123, or a sender name of at most 11 letters',
    meaning: 'sender of SMS and calls',
    default: 'unset: neither is available',
    reload: true,
  },
  ROUNDSMAN_TWILIO_URL: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'base URL of the Twilio API',
    default: 'https://api.twilio.com',
    reload: true,
  },
  ROUNDSMAN_PUBLIC_URL: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'base URL of links made in the background or for an unknown host',
    default: "the default network's domain",
    reload: true,
  },
  ROUNDSMAN_PHONE_COUNTRIES: {
    schema: list(countryCode),
    takes: 'a comma-separated list of ISO codes, such as US,GB,DE,UA',
    meaning: 'countries whose phone numbers are accepted',
    default: 'all but those known for premium fraud',
    reload: true,
  },
  ROUNDSMAN_SMS_BUDGET: {
    schema: wholeNumber,
    takes: 'a whole number',
    meaning:
      'SMS per user and day; the site as a whole may send that many times its number of users, or times 100 if that is more',
    default: '20',
    reload: true,
  },
  ROUNDSMAN_VOICE_BUDGET: {
    schema: wholeNumber,
    takes: 'a whole number',
    meaning:
      'calls per user and day; the site as a whole may make that many times its number of users, or times 100 if that is more',
    default: '10',
    reload: true,
  },
  ROUNDSMAN_TELEGRAM_BOT_TOKEN: {
    schema: z.string().regex(/^\d{1,20}:[\w-]{1,100}$/),
    takes: 'a token of a bot, such as 123456:ABC-DEF',
    meaning: "the site's bot at Telegram",
    default: 'unset: not available',
    secret: true,
  },
  ROUNDSMAN_TELEGRAM_URL: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'base URL of the Telegram Bot API',
    default: 'https://api.telegram.org',
  },
  ROUNDSMAN_PAGERDUTY_URL: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'base URL of the PagerDuty Events API, whatever the region of a contact',
    default: "PagerDuty's by region",
    reload: true,
  },
  ROUNDSMAN_PUSHOVER_TOKEN: {
    schema: text,
    takes: 'a token of an application',
    meaning: 'Pushover',
    default: 'unset: not available',
    secret: true,
    reload: true,
  },
  ROUNDSMAN_PUSHOVER_URL: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'base URL of the Pushover API',
    default: 'https://api.pushover.net',
    reload: true,
  },
  ROUNDSMAN_WEB_PUSH_SUBJECT: {
    schema: z.string().regex(/^(mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/\S+)$/),
    takes: 'mailto: with an address, or an https URL',
    meaning: 'where push services reach who runs this site',
    default: 'mailto: the sender of e-mails',
    reload: true,
  },
  ROUNDSMAN_OUTBOUND_ALLOW: {
    schema: list(addressRange),
    takes: 'a comma-separated list of addresses or ranges, such as 10.0.0.1,192.168.0.0/16',
    meaning: 'private addresses that addresses given by users may lead to',
    default: 'none',
    reload: true,
  },
  ROUNDSMAN_HEARTBEAT_URL: {
    schema: wholeWebUrl,
    takes: 'an http or https URL',
    meaning: 'pinged every minute while all is well',
    default: 'unset',
    secret: true,
    reload: true,
  },
  ROUNDSMAN_HEARTBEAT_NETWORKS: {
    schema: list(wholeNumber),
    takes: 'a comma-separated list of network IDs, such as 1,2',
    meaning: 'networks whose silence keeps the heartbeat back',
    default: 'all that are followed',
    reload: true,
  },
  ROUNDSMAN_BRIDGES_URL: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'a Prometheus-compatible store that tells how bridges stand',
    default: 'unset: pushes come here',
    secret: true,
  },
  ROUNDSMAN_SERIES_URL: {
    schema: webUrl,
    takes: 'an http or https URL',
    meaning: 'a Prometheus-compatible store: remote write and query',
    default: 'unset: series in the database',
    secret: true,
  },
  ROUNDSMAN_METRICS_TOKEN: {
    schema: text,
    takes: 'any text',
    meaning: 'lets other machines read /metrics',
    default: 'unset: loopback only',
    secret: true,
    reload: true,
  },
  ROUNDSMAN_ROLES: {
    schema: list(z.enum(roles)),
    takes: `a comma-separated list of ${roles.join(', ')}`,
    meaning: 'what this process does; anything but all needs DATABASE_URL',
    default: 'all',
  },
  ROUNDSMAN_LOG_LEVEL: {
    schema: z.enum(logLevels),
    takes: `one of ${logLevels.join(', ')}`,
    meaning: 'log level; JSON lines, pretty-printed on a terminal',
    default: 'info',
    reload: true,
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
/** The values of the variables that are set. */
export type Values = { [N in VariableName]?: z.output<(typeof variables)[N]['schema']> }

/** What `--help` prints: every variable with its meaning, what it takes and its default. */
export function helpText(): string {
  const rows = Object.entries<Variable>(variables).map(([name, variable]) => {
    const again = variable.reload === true ? '; taken again by `roundsman reload`' : ''
    return `  ${name}\n      ${variable.meaning}\n      value: ${variable.takes}; default: ${variable.default}${again}`
  })
  return `Roundsman watches the validators and bridges of proof-of-stake networks.\n\nEnvironment, read at the start:\n${rows.join('\n')}\n`
}
