import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual, parseEnv } from 'node:util'
import { StartError } from '../errors.ts'
import type { Ids } from '../ids.ts'
import { loadOtherSecret, loadSecret } from './secrets.ts'
import {
  type LogLevel,
  type Role,
  roles,
  type Values,
  type Variable,
  type VariableName,
  variables,
} from './variables.ts'

/**
 * What the environment says, checked and with its defaults. Made at the start; what `roundsman reload` may change of it
 * (`configParts`) is to be read here each time it is needed.
 */
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
  /** What was sealed with it is opened, too; null: there is no other. */
  otherSecret: Buffer | null
  /** Null: cookies are of the host only. With the built-in catalogue `roundsman.localhost`. */
  cookieDomain: string | null
  /** Addresses and CIDR ranges whose X-Forwarded-* count. */
  trustedProxies: readonly string[]
  mail: { smtpUrl: string | null; from: string }
  /** Groups whose members need a second factor. */
  factorGroups: readonly string[]
  google: { clientId: string; clientSecret: string; issuer: string } | null
  twilio: { accountSid: string; authToken: string; from: string; url: string } | null
  /** `mailto:` or https. */
  webPushSubject: string
  /** The site's bot. */
  telegram: { token: string; url: string } | null
  /** Null: PagerDuty's, by the region of a contact. */
  pagerdutyUrl: string | null
  pushover: { token: string; url: string } | null
  /** Null: the default network's domain. */
  publicUrl: string | null
  /** ISO 3166 codes; null: all but those known for premium fraud. */
  phoneCountries: readonly string[] | null
  /** Messages a day for one user; the site's own budget is a hundred times that. */
  budgets: { sms: number; voice: number }
  /** Addresses and CIDR ranges that addresses given by users may lead to beside public ones. */
  outboundAllow: readonly string[]
  heartbeatUrl: string | null
  /** Ids of the networks whose silence keeps the heartbeat back; null: all that are followed. */
  heartbeatNetworks: readonly number[] | null
  /** The store that bridges push to; null: they push here. */
  bridgesUrl: string | null
  /** Null: none by themselves. */
  backups: { dir: string; everyMs: number; keep: number; recipient: string | null } | null
  seriesUrl: string | null
  metricsToken: string | null
  roles: readonly Role[]
  logLevel: LogLevel
}

/** With the built-in catalogue all networks are sub-domains of this one, so one session serves them all. */
const builtInCookieDomain = 'roundsman.localhost'

/** The variables that each part is made of. */
const configParts: Readonly<Record<keyof Config, readonly VariableName[]>> = {
  host: ['ROUNDSMAN_HOST'],
  port: ['ROUNDSMAN_PORT'],
  dataDir: ['ROUNDSMAN_DATA_DIR'],
  databaseUrl: ['DATABASE_URL'],
  networksFile: ['ROUNDSMAN_NETWORKS_FILE'],
  secret: ['ROUNDSMAN_SECRET'],
  otherSecret: ['ROUNDSMAN_OTHER_SECRET'],
  cookieDomain: ['ROUNDSMAN_COOKIE_DOMAIN'],
  trustedProxies: ['ROUNDSMAN_TRUSTED_PROXIES'],
  mail: ['ROUNDSMAN_SMTP_URL', 'ROUNDSMAN_MAIL_FROM'],
  factorGroups: ['ROUNDSMAN_REQUIRE_SECOND_FACTOR'],
  google: ['ROUNDSMAN_GOOGLE_CLIENT_ID', 'ROUNDSMAN_GOOGLE_CLIENT_SECRET', 'ROUNDSMAN_GOOGLE_ISSUER'],
  twilio: [
    'ROUNDSMAN_TWILIO_ACCOUNT_SID',
    'ROUNDSMAN_TWILIO_AUTH_TOKEN',
    'ROUNDSMAN_TWILIO_FROM',
    'ROUNDSMAN_TWILIO_URL',
  ],
  webPushSubject: ['ROUNDSMAN_WEB_PUSH_SUBJECT'],
  telegram: ['ROUNDSMAN_TELEGRAM_BOT_TOKEN', 'ROUNDSMAN_TELEGRAM_URL'],
  pagerdutyUrl: ['ROUNDSMAN_PAGERDUTY_URL'],
  pushover: ['ROUNDSMAN_PUSHOVER_TOKEN', 'ROUNDSMAN_PUSHOVER_URL'],
  publicUrl: ['ROUNDSMAN_PUBLIC_URL'],
  phoneCountries: ['ROUNDSMAN_PHONE_COUNTRIES'],
  budgets: ['ROUNDSMAN_SMS_BUDGET', 'ROUNDSMAN_VOICE_BUDGET'],
  outboundAllow: ['ROUNDSMAN_OUTBOUND_ALLOW'],
  heartbeatUrl: ['ROUNDSMAN_HEARTBEAT_URL'],
  heartbeatNetworks: ['ROUNDSMAN_HEARTBEAT_NETWORKS'],
  bridgesUrl: ['ROUNDSMAN_BRIDGES_URL'],
  backups: [
    'ROUNDSMAN_BACKUP_DIR',
    'ROUNDSMAN_BACKUP_EVERY',
    'ROUNDSMAN_BACKUP_KEEP',
    'ROUNDSMAN_BACKUP_RECIPIENT',
  ],
  seriesUrl: ['ROUNDSMAN_SERIES_URL'],
  metricsToken: ['ROUNDSMAN_METRICS_TOKEN'],
  roles: ['ROUNDSMAN_ROLES'],
  logLevel: ['ROUNDSMAN_LOG_LEVEL'],
}

/** What another configuration changes, by the names of variables: what is taken while the process runs, and what is not. */
export function configChange(
  before: Config,
  after: Config,
): { taken: Partial<Config>; takenNames: string[]; restartNames: string[] } {
  const keys = Object.keys(configParts) as (keyof Config)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
  // A way to reach somebody that there was not at the start is not there until the next one.
  const isThereStill = (key: keyof Config) => (before[key] === null) === (after[key] === null)
  const isTaken = (key: keyof Config) =>
    ((key !== 'twilio' && key !== 'pushover') || isThereStill(key)) &&
    configParts[key].every((name) => (variables[name] satisfies Variable as Variable).reload === true)
  const taken = changed.filter(isTaken)
  const namesOf = (some: readonly (keyof Config)[]) => some.flatMap((key) => configParts[key])
  return {
    taken: Object.fromEntries(taken.map((key) => [key, after[key]])),
    takenNames: namesOf(taken),
    restartNames: namesOf(changed.filter((key) => !isTaken(key))),
  }
}

/** Checks the environment and makes the configuration; throws a `StartError` with the one message to print. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>, ids: Ids): Config {
  const values = readValues(withFile(environment))
  refuseContradictions(values)
  const dataDir = resolve(values.ROUNDSMAN_DATA_DIR ?? '.data')
  const networksFile = readNetworksFile(values.ROUNDSMAN_NETWORKS_FILE)
  const cookieDomain = values.ROUNDSMAN_COOKIE_DOMAIN ?? (networksFile === null ? builtInCookieDomain : null)
  const from = values.ROUNDSMAN_MAIL_FROM ?? `Roundsman <roundsman@${mailDomain(values, cookieDomain)}>`
  return {
    host: values.ROUNDSMAN_HOST ?? '127.0.0.1',
    port: values.ROUNDSMAN_PORT ?? 8000,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    networksFile,
    secret: loadSecret(values.ROUNDSMAN_SECRET, dataDir, ids),
    otherSecret: loadOtherSecret(
      { present: values.ROUNDSMAN_SECRET, other: values.ROUNDSMAN_OTHER_SECRET },
      dataDir,
    ),
    cookieDomain,
    trustedProxies: values.ROUNDSMAN_TRUSTED_PROXIES ?? [],
    mail: {
      smtpUrl: values.ROUNDSMAN_SMTP_URL ?? null,
      from,
    },
    factorGroups: values.ROUNDSMAN_REQUIRE_SECOND_FACTOR ?? [],
    google: googleOf(values),
    twilio: twilioOf(values),
    webPushSubject: values.ROUNDSMAN_WEB_PUSH_SUBJECT ?? `mailto:${addressIn(from)}`,
    telegram: telegramOf(values),
    pagerdutyUrl: values.ROUNDSMAN_PAGERDUTY_URL ?? null,
    pushover: pushoverOf(values),
    publicUrl: values.ROUNDSMAN_PUBLIC_URL ?? null,
    phoneCountries: values.ROUNDSMAN_PHONE_COUNTRIES ?? null,
    budgets: { sms: values.ROUNDSMAN_SMS_BUDGET ?? 20, voice: values.ROUNDSMAN_VOICE_BUDGET ?? 10 },
    outboundAllow: values.ROUNDSMAN_OUTBOUND_ALLOW ?? [],
    heartbeatUrl: values.ROUNDSMAN_HEARTBEAT_URL ?? null,
    heartbeatNetworks: values.ROUNDSMAN_HEARTBEAT_NETWORKS ?? null,
    bridgesUrl: values.ROUNDSMAN_BRIDGES_URL ?? null,
    backups: backupsOf(values),
    seriesUrl: values.ROUNDSMAN_SERIES_URL ?? null,
    metricsToken: values.ROUNDSMAN_METRICS_TOKEN ?? null,
    roles: roles.filter((role) => (values.ROUNDSMAN_ROLES ?? roles).includes(role)),
    logLevel: values.ROUNDSMAN_LOG_LEVEL ?? 'info',
  }
}

const google = ['ROUNDSMAN_GOOGLE_CLIENT_ID', 'ROUNDSMAN_GOOGLE_CLIENT_SECRET'] as const
const twilio = [
  'ROUNDSMAN_TWILIO_ACCOUNT_SID',
  'ROUNDSMAN_TWILIO_AUTH_TOKEN',
  'ROUNDSMAN_TWILIO_FROM',
] as const

function backupsOf(values: Values): Config['backups'] {
  const { ROUNDSMAN_BACKUP_DIR: dir, ROUNDSMAN_BACKUP_EVERY: hours = 24 } = values
  if (dir === undefined) return null
  return {
    dir: resolve(dir),
    everyMs: hours * 3_600_000,
    keep: values.ROUNDSMAN_BACKUP_KEEP ?? 14,
    recipient: values.ROUNDSMAN_BACKUP_RECIPIENT ?? null,
  }
}

function refuseContradictions(values: Values): void {
  belongTogether(values, google)
  belongTogether(values, twilio)
  needs(values, 'ROUNDSMAN_GOOGLE_ISSUER', 'ROUNDSMAN_GOOGLE_CLIENT_ID')
  needs(values, 'ROUNDSMAN_TWILIO_URL', 'ROUNDSMAN_TWILIO_ACCOUNT_SID')
  needs(values, 'ROUNDSMAN_TELEGRAM_URL', 'ROUNDSMAN_TELEGRAM_BOT_TOKEN')
  needs(values, 'ROUNDSMAN_PUSHOVER_URL', 'ROUNDSMAN_PUSHOVER_TOKEN')
  for (const name of [
    'ROUNDSMAN_BACKUP_EVERY',
    'ROUNDSMAN_BACKUP_KEEP',
    'ROUNDSMAN_BACKUP_RECIPIENT',
  ] as const)
    needs(values, name, 'ROUNDSMAN_BACKUP_DIR')
  const played = values.ROUNDSMAN_ROLES
  if (played && !roles.every((role) => played.includes(role)) && values.DATABASE_URL === undefined)
    throw new StartError(
      `ROUNDSMAN_ROLES is "${played.join(',')}" but DATABASE_URL is not set: processes with separate roles share a PostgreSQL database. Set DATABASE_URL, or use all of ${roles.join(', ')}.`,
    )
}

function belongTogether(values: Values, names: readonly VariableName[]): void {
  const there = names.filter((name) => values[name] !== undefined)
  const missing = names.find((name) => values[name] === undefined)
  if (there[0] !== undefined && missing !== undefined)
    throw new StartError(
      `${missing} is not set, but ${there[0]} is: set all of ${names.join(', ')}, or none.`,
    )
}

function needs(values: Values, name: VariableName, other: VariableName): void {
  if (values[name] !== undefined && values[other] === undefined)
    throw new StartError(`${name} is set, but ${other} is not: it has no effect on its own.`)
}

function googleOf(values: Values): Config['google'] {
  const [clientId, clientSecret] = google.map((name) => values[name])
  if (clientId === undefined || clientSecret === undefined) return null
  return { clientId, clientSecret, issuer: values.ROUNDSMAN_GOOGLE_ISSUER ?? 'https://accounts.google.com' }
}

function twilioOf(values: Values): Config['twilio'] {
  const [accountSid, authToken, from] = twilio.map((name) => values[name])
  if (accountSid === undefined || authToken === undefined || from === undefined) return null
  return { accountSid, authToken, from, url: values.ROUNDSMAN_TWILIO_URL ?? 'https://api.twilio.com' }
}

/** `name@host` of `Name <name@host>`. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}

function telegramOf(values: Values): Config['telegram'] {
  const token = values.ROUNDSMAN_TELEGRAM_BOT_TOKEN
  if (token === undefined) return null
  return { token, url: values.ROUNDSMAN_TELEGRAM_URL ?? 'https://api.telegram.org' }
}

function pushoverOf(values: Values): Config['pushover'] {
  const token = values.ROUNDSMAN_PUSHOVER_TOKEN
  if (token === undefined) return null
  return { token, url: values.ROUNDSMAN_PUSHOVER_URL ?? 'https://api.pushover.net' }
}

function readNetworksFile(path: string | undefined): Config['networksFile'] {
  if (path === undefined) return null
  try {
    return { path: resolve(path), text: readFileSync(path, 'utf8') }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartError(
      `ROUNDSMAN_NETWORKS_FILE is ${JSON.stringify(path)}, but must be a readable JSON file (${reason}).`,
    )
  }
}

/** With the variables of `ROUNDSMAN_ENVIRONMENT_FILE` that the environment itself does not set. */
function withFile(environment: Environment): Environment {
  const path = environment['ROUNDSMAN_ENVIRONMENT_FILE']
  if (path === undefined || path === '') return environment
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...environment }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartError(
      `ROUNDSMAN_ENVIRONMENT_FILE is ${JSON.stringify(path)}, but must be a readable file (${reason}).`,
    )
  }
}

function mailDomain(values: Values, cookieDomain: string | null): string {
  if (values.ROUNDSMAN_PUBLIC_URL !== undefined) return new URL(values.ROUNDSMAN_PUBLIC_URL).hostname
  return cookieDomain ?? 'localhost'
}

type Environment = Readonly<Record<string, string | undefined>>

const names = Object.keys(variables) as VariableName[]

/** The variables that are set, checked one by one; an empty one counts as unset. Throws one message about the first that is wrong. */
function readValues(environment: Environment): Values {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('ROUNDSMAN_') && !names.includes(name as VariableName))
      throw new StartError(
        `${name} is not a Roundsman variable${suggestion(name)}. Run with --help to see them all.`,
      )
  }
  const values: Partial<Record<VariableName, unknown>> = {}
  for (const name of names) {
    const got = environment[name]
    if (got === undefined || got === '') continue
    const variable: Variable = variables[name]
    const result = variable.schema.safeParse(got)
    if (!result.success)
      throw new StartError(`${name} is ${shown(variable, got)}, but must be ${variable.takes}.`)
    values[name] = result.data
  }
  return values as Values
}

/** The value as a message may show it. */
function shown(variable: Variable, got: string): string {
  if (variable.secret) return `a value of ${got.length} characters (not shown)`
  return JSON.stringify(got.length > 100 ? `${got.slice(0, 100)}…` : got)
}

function suggestion(wrong: string): string {
  const near = names.find((name) => sameLetters(name, wrong))
  return near === undefined ? '' : ` (did you mean ${near}?)`
}

/** Names that differ by order, case, an underscore or one letter too many. */
function sameLetters(a: string, b: string): boolean {
  const letters = (name: string) => [...name.toUpperCase().replaceAll('_', '')].sort().join('')
  return letters(a) === letters(b)
}

/** The environment of the process. The only file that may look at it; everything else gets the configuration. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}
