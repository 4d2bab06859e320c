import { pino } from 'pino'
import { Registry } from 'prom-client'
import { type App, createApp } from '../app.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { createLoopFactory } from '../platform/loop.ts'
import { type HttpLimits, httpLimits } from '../platform/http/http-server.ts'
import { type Ids, systemIds } from '../platform/ids.ts'
import { type Platform, watchDisk } from '../platform/platform.ts'
import { createGuardedFetch } from '../platform/clients/guarded-fetch.ts'
import type { OpenSocket } from '../platform/clients/web-socket-client.ts'
import { cheapPasswordCost } from './cheap-password-cost.ts'
import { createUser } from './create-user.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { noSockets } from './no-sockets.ts'
import { createTestBrowser, type TestBrowser, type TestBrowserOptions } from './test-browser.ts'
import { testConfig } from './test-config.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testLoad } from './test-load.ts'
import { withClock } from './with-clock.ts'

interface TestAppOptions {
  /** Beside the defaults of an empty environment. */
  config?: Partial<Config>
  /** The catalogue as the file would hold it; else the built-in one. */
  catalogue?: object
  clock?: Clock
  ids?: Ids
  /** Answers what goes out; else everything that goes out fails. */
  fetch?: typeof globalThis.fetch
  /** Opens sockets to the outside; else none opens. */
  openSocket?: OpenSocket
  /** One that the test made and drops itself; else one of the app's own. */
  database?: TestDatabase
  /** Whether the process has too much to do; else it never has. */
  isOverloaded?: () => boolean
  /** Where the built page is; else there is none. */
  webRoot?: URL
}

export interface TestApp {
  app: App
  platform: Platform
  database: TestDatabase
  /** The clock, where the test gave none of its own. */
  clock: ManualClock
  /** As `roundsman reload` after somebody has changed the file, and what the environment says. */
  reload(catalogue: object, over?: Partial<Config>): Promise<readonly string[]>
  /** A browser of its own, at the first network's host unless said otherwise. */
  browser(options?: Partial<TestBrowserOptions>): TestBrowser
  /** A browser in which somebody has signed in by password. */
  signedIn(
    credentials: { email: string; password: string },
    options?: Partial<TestBrowserOptions>,
  ): Promise<TestBrowser>
  /** Makes a confirmed account by the command for it. */
  createUser(email: string, password: string, group?: string): Promise<void>
  close(): Promise<void>
}

/** A test asks faster than people do, from one address. */
const roomyLimits: HttpLimits = { ...httpLimits, reads: 100_000, writes: 100_000 }

const noNetwork: typeof globalThis.fetch = () =>
  Promise.reject(new TypeError('fetch failed: no network in this test'))

/** The whole program on a database of its own, built but not started: call `app.start()` for loops and memory. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const clock = createManualClock()
  const ids = options.ids ?? systemIds
  const log = pino({ enabled: false })
  const metrics = new Registry()
  const parts = { clock: options.clock ?? clock, ids, log, metrics }
  const config = { ...testConfig(database), ...networksFileOf(options.catalogue), ...options.config }
  const db = withClock(database.db, parts.clock)
  const createLoop = createLoopFactory(parts)
  const platform: Platform = {
    ...parts,
    config,
    db,
    fetch: options.fetch ?? noNetwork,
    endpointFetch: options.fetch ?? noNetwork,
    guardedFetch: createGuardedFetch(() => config.outboundAllow, parts.clock),
    openSocket: options.openSocket ?? noSockets,
    createLoop,
    load: testLoad(options.isOverloaded),
    disk: watchDisk(db, { log, metrics, createLoop }),
  }
  let read: Config = { ...config }
  const app = await createApp(platform, {
    readConfig: () => read,
    webRoot: options.webRoot ?? null,
    limits: roomyLimits,
    passwordCost: cheapPasswordCost,
  })
  const browser = (over: Partial<TestBrowserOptions> = {}) =>
    createTestBrowser(app.server.fastify, { host: 'celestia.roundsman.localhost:8000', ...over })
  return {
    app,
    platform,
    database,
    clock,
    browser,
    reload(catalogue, over = {}) {
      read = { ...read, ...networksFileOf(catalogue), ...over }
      return app.reload()
    },
    async signedIn(credentials, over) {
      const own = browser(over)
      const { status, text } = await own.post('/api/users/login/', credentials)
      if (status !== 200) throw new Error(`no login: ${status} ${text}`)
      return own
    },
    createUser: (email, password, group) => createUser(app.modules, email, password, group),
    async close() {
      await app.stop()
      if (!options.database) await database.drop()
    },
  }
}

function networksFileOf(catalogue: object | undefined): Partial<Config> {
  return catalogue ? { networksFile: { path: 'networks.json', text: JSON.stringify(catalogue) } } : {}
}
