import type { PageBoot } from '@roundsman/contract/networks/networks'
import { backupCommand } from './administration/backup.command.ts'
import { createBackups } from './administration/backups.ts'
import { keepCopyBeforeUpgrade } from './administration/before-upgrade.ts'
import { resealCommand } from './administration/reseal.command.ts'
import { migrateCommand } from './administration/migrate.command.ts'
import { createReload, type Reload, reloadCommand } from './administration/reload.ts'
import { cookieDomainFor, createAccounts, everybodysFavourites } from './modules/accounts/accounts.public.ts'
import { createAlerts, watchedByEntries } from './modules/alerts/alerts.public.ts'
import { createAvatars } from './modules/avatars/avatars.public.ts'
import { createBridges } from './modules/bridges/bridges.public.ts'
import { createGovernance } from './modules/governance/governance.public.ts'
import { importCommand } from './modules/imports/imports.public.ts'
import { createLive } from './modules/live/live.public.ts'
import { createNetworks } from './modules/networks/networks.public.ts'
import { createNotifications } from './modules/notifications/notifications.public.ts'
import { createSeries } from './modules/series/series.public.ts'
import { createWatch } from './modules/watch/watch.public.ts'
import type { Config } from './platform/config/config.ts'
import { createHttpServer } from './platform/http/create-http-server.ts'
import { type HttpLimits, type HttpServer, httpLimits } from './platform/http/http-server.ts'
import type { Platform } from './platform/platform.ts'
import type { AdminCommand, Module } from './platform/process/module.ts'
import { createRunner, type Runner } from './platform/process/runner.ts'

interface AppOptions {
  /** Directory of the built web app. */
  webRoot: URL | null
  limits?: HttpLimits
  /** The configuration as a start would have it now; without it, it stays as it is. */
  readConfig?: () => Config
  /** Cheaper passwords for tests that are not about them. */
  passwordCost?: NonNullable<Parameters<typeof createAccounts>[1]['passwordCost']>
}

export interface App extends Runner {
  platform: Platform
  server: HttpServer
  modules: readonly Module[]
  /** The commands of all modules and of the whole, for somebody in the directory `cwd`; the audit trail has each that runs (A102). */
  commands(cwd: string): readonly AdminCommand[]
  /** On SIGHUP; as the command of this name. */
  reload: Reload
}

/** Puts the whole program together from a platform. The only place that knows every module; nothing starts here. */
export async function createApp(platform: Platform, options: AppOptions): Promise<App> {
  const { config, db } = platform
  const networks = createNetworks(config)
  const notifications = createNotifications(platform, { publicUrl: networks.publicUrl })
  const accounts = createAccounts(platform, {
    notifications,
    sites: networks,
    personalData: () => modules.flatMap(({ personalData }) => personalData ?? []),
    ...(options.passwordCost ? { passwordCost: options.passwordCost } : {}),
  })
  // These decide and keep within what `watch` commits, and answer from what it shows: whoever asks comes when all are there.
  const views = {
    of: (networkId: number) => watch.views.of(networkId),
    refreshOne: (networkId: number) => watch.views.refreshOne(networkId),
  }
  const bridges = createBridges(platform, networks, views, accounts.audit)
  const alerts = createAlerts(platform, notifications, networks, { views, bridges })
  accounts.onJoined(alerts.onJoined)
  accounts.onTeamDeleted(bridges.onTeamDeleted)
  const series = createSeries(platform, views)
  const governance = createGovernance(
    platform,
    views,
    networks,
    async () => {
      const [favourites, byEntries] = [await everybodysFavourites(db.orm), await watchedByEntries(db.orm)]
      const ids = new Set([...favourites.keys(), ...byEntries.keys()])
      const none = { keys: new Set<string>(), isEvery: false }
      return new Map(
        [...ids].map((id) => [id, { ids: favourites.get(id) ?? new Set(), ...(byEntries.get(id) ?? none) }]),
      )
    },
    alerts.governance,
  )
  const avatars = createAvatars(platform, networks)
  const watch = createWatch(platform, networks, {
    participants: [series.participant, alerts.participant],
    companions: [governance.companion],
    bridgesOf: bridges.ofValidator,
    avatarOf: avatars.of,
    checkMore: bridges.check,
  })
  const feeds = { views: watch.views, alerts: alerts.feed, bridges: bridges.feed }
  const live = createLive(platform, feeds, accounts.sessionIsAlive, networks)
  const modules: readonly Module[] = [
    networks.module,
    notifications.module,
    accounts.module,
    // Before the module whose rows show them.
    avatars.module,
    watch.module,
    series.module,
    alerts.module,
    bridges.module,
    governance.module,
    live.module,
    createBackups(platform),
  ]
  const server = await createHttpServer({
    ...platform,
    limits: options.limits ?? httpLimits,
    trustedProxies: config.trustedProxies,
    servesWeb: config.roles.includes('web'),
    webRoot: options.webRoot,
    withGoogle: config.google?.issuer === 'https://accounts.google.com',
    hooks: {
      rememberedSession: accounts.rememberedSession,
      authenticate: accounts.authenticate,
      protect: accounts.protect,
      networkAccess: networks.accessOf,
      boot: ({ host }) => {
        const boot: PageBoot = {
          ...networks.boot(),
          cookie_domain: cookieDomainFor(host, config.cookieDomain),
        }
        return JSON.stringify(boot)
      },
    },
  })
  const recorded = (command: AdminCommand): AdminCommand => ({
    ...command,
    run: async (args, terminal) => {
      const entry = { kind: 'command', userId: null, from: null, detail: command.name } as const
      await accounts.audit.record(platform.db.orm, entry)
      return command.run(args, terminal)
    },
  })
  const reload = createReload({ ...platform, networks }, options.readConfig ?? (() => ({ ...config })))
  const commands = (cwd: string) => {
    const { db, clock } = platform
    const all = [
      ...modules.flatMap((module) => module.commands ?? []),
      importCommand(platform, networks, cwd),
      reloadCommand(reload),
      resealCommand({
        ...platform,
        columns: () => modules.flatMap(({ sealed }) => sealed ?? []),
      }),
      migrateCommand(db),
      backupCommand({ db, clock, dataDir: config.dataDir, databaseUrl: config.databaseUrl, cwd }),
    ]
    return all.map((command) => (command.recordsItself ? command : recorded(command)))
  }
  const runner = createRunner(platform, server, modules, (waiting) =>
    keepCopyBeforeUpgrade(platform, waiting),
  )
  return { platform, server, modules, commands, reload, ...runner }
}
