import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Config } from '../../../platform/config/config.ts'
import { createHttpServer } from '../../../platform/http/create-http-server.ts'
import { httpLimits } from '../../../platform/http/http-server.ts'
import { systemIds } from '../../../platform/ids.ts'
import { createLoopFactory } from '../../../platform/loop.ts'
import type { Platform } from '../../../platform/platform.ts'
import { cheapPasswordCost } from '../../../testing/cheap-password-cost.ts'
import { createUser } from '../../../testing/create-user.ts'
import { hintsArrive } from '../../../testing/hints-arrive.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { noSockets } from '../../../testing/no-sockets.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { testConfig } from '../../../testing/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { testLoad } from '../../../testing/test-load.ts'
import { withClock } from '../../../testing/with-clock.ts'
import {
  createNotifications,
  type OutgoingDelivery,
  type Sender,
} from '../../notifications/notifications.public.ts'
import { type Accounts, createAccounts } from '../accounts.public.ts'
import type { PasswordCost } from '../credentials/passwords.ts'
import { type Browser, type BrowserOptions, createBrowser } from './browser.ts'

export interface TestSite {
  platform: Platform
  accounts: Accounts
  app: FastifyInstance
  clock: ManualClock
  /** Deliveries that went out through the captured channel. */
  mails: OutgoingDelivery[]
  /** Lines of the log, as JSON. */
  logLines: string[]
  browser(options?: BrowserOptions): Browser
  /** Resolves with the mails once there are so many. */
  mailed(count: number): Promise<OutgoingDelivery[]>
  /** A browser that has opened a page, as people do before they fill in a form. */
  visitor(options?: BrowserOptions): Promise<Browser>
  /** A browser in which somebody has signed in by password. */
  signedIn(credentials: { email: string; password: string }, options?: BrowserOptions): Promise<Browser>
  /** Makes a confirmed account by the command for it. */
  user(email: string, password: string, group?: string): Promise<void>
  /** Disables an account by the command for it. */
  disable(email: string): Promise<void>
  close(): Promise<void>
}

interface SiteOptions {
  passwordCost?: PasswordCost
  clock?: ManualClock
  /** A real server in place of the captured channel. */
  smtpUrl?: string
  cookieDomain?: string
  trustedProxies?: readonly string[]
  /** In place of what the site would have. */
  config?: Partial<Config>
  /** The way out, for sites with a provider; real channels beside mail need `smtpUrl`. */
  fetch?: typeof globalThis.fetch
}

const domains: Readonly<Record<string, string>> = {
  'celestia.localhost': 'http://celestia.localhost:8000',
  'story.example.org': 'https://story.example.org',
}

/** The accounts module behind the real HTTP server, on a database that exists already. */
export async function createTestSite(test: TestDatabase, options: SiteOptions = {}): Promise<TestSite> {
  const clock = options.clock ?? createManualClock()
  const logLines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(line) })
  const metrics = new Registry()
  const platform: Platform = {
    config: configOf(test, options),
    clock,
    ids: systemIds,
    log,
    db: withClock(test.db, clock),
    fetch: options.fetch ?? (() => Promise.reject(new Error('no network in this test'))),
    endpointFetch: () => Promise.reject(new Error('no network in this test')),
    guardedFetch: () => Promise.reject(new Error('no network in this test')),
    openSocket: noSockets,
    metrics,
    // A clock of their own, which stands: loops run at the start and when woken, not 600,000 times for a week.
    createLoop: createLoopFactory({ clock: createManualClock(), ids: systemIds, log, metrics }),
    load: testLoad(),
    disk: null,
  }
  const mails: OutgoingDelivery[] = []
  let arrived: () => void = () => undefined
  const captured: Sender = {
    concurrency: { account: 4, critical: 4, other: 4 },
    isRepeatable: true,
    send: async (delivery: OutgoingDelivery) => {
      mails.push(delivery)
      arrived()
      return { outcome: 'sent' as const }
    },
  }
  const notifications = createNotifications(
    platform,
    options.smtpUrl === undefined
      ? { channels: [{ name: 'EMAIL', dailyBudget: () => null, create: () => captured }] }
      : {},
  )
  const accounts = createAccounts(platform, {
    notifications,
    sites: {
      domainOfHost: (host) => domains[host] ?? null,
      domains: () => Object.values(domains),
      publicUrl: () => 'https://public.example.org',
    },
    personalData: () => [notifications.module.personalData].filter((one) => one !== undefined),
    passwordCost: options.passwordCost ?? cheapPasswordCost,
  })
  const server = await createHttpServer({
    ...platform,
    hooks: {
      rememberedSession: accounts.rememberedSession,
      authenticate: accounts.authenticate,
      protect: accounts.protect,
      networkAccess: () => null,
      boot: () => '{}',
    },
    limits: httpLimits,
    trustedProxies: options.trustedProxies ?? [],
    servesWeb: true,
    webRoot: null,
  })
  accounts.module.routes?.(server)
  notifications.module.routes?.(server)
  await notifications.module.start?.()
  for (const { loop } of notifications.module.loops ?? []) loop.start()
  // The loops' clock stands, so nothing but a hint wakes them.
  await hintsArrive(test.db)

  const site: TestSite = {
    platform,
    accounts,
    app: server.fastify,
    clock,
    mails,
    logLines,
    browser: (over) => createBrowser(server.fastify, over),
    mailed: async (count) => {
      while (mails.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
      return mails
    },
    visitor: async (over) => {
      const browser = site.browser(over)
      await browser.get('/')
      return browser
    },
    signedIn: async (credentials, over) => {
      const browser = await site.visitor(over)
      const { statusCode, body } = await browser.post('/api/users/login/', credentials)
      if (statusCode !== 200) throw new Error(`no login: ${statusCode} ${body}`)
      return browser
    },
    user: (email, password, group) => createUser([accounts.module], email, password, group),
    disable: (email) => runCommand([accounts.module], 'user disable', [email]),
    close: async () => {
      await server.fastify.close()
      for (const { loop } of notifications.module.loops ?? []) await loop.stop()
      await notifications.module.stop?.()
    },
  }
  return site
}

/** A site with a database of its own. */
export interface OwnTestSite extends TestSite {
  test: TestDatabase
}

/** One database and one site for a whole file; tests use addresses of their own. */
export async function openTestSite(options: SiteOptions = {}): Promise<OwnTestSite> {
  const test = await createTestDatabase()
  const site = await createTestSite(test, options)
  return {
    ...site,
    test,
    close: async () => {
      await site.close()
      await test.drop()
    },
  }
}

function configOf(test: TestDatabase, options: SiteOptions): Config {
  return {
    ...testConfig(test),
    cookieDomain: options.cookieDomain ?? null,
    trustedProxies: options.trustedProxies ?? [],
    mail: { smtpUrl: options.smtpUrl ?? null, from: 'Roundsman <no-reply@roundsman.example>' },
    publicUrl: 'https://public.example.org',
    ...options.config,
  }
}

let addresses = 0
/** An address that no request of a test has come from yet: what is limited by address is another test's. */
export function freshIp(): string {
  addresses += 1
  return `198.${18 + ((addresses >> 16) & 1)}.${(addresses >> 8) & 255}.${addresses & 255}`
}
