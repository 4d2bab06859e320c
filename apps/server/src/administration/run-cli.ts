import { pino } from 'pino'
import { createApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, loadConfig } from '../platform/config/config.ts'
import { readMigrations } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { assetUrl } from '../platform/entry-url.ts'
import { systemEndpointFetch } from '../platform/clients/endpoint-fetch.ts'
import { systemFetch } from '../platform/clients/http-client.ts'
import { systemIds } from '../platform/ids.ts'
import type { AdminTerminal } from '../platform/process/module.ts'
import { buildPlatform, type Platform } from '../platform/platform.ts'
import { openSystemSocket } from '../platform/clients/web-socket-client.ts'
import { askRunningServer } from './administration-socket.ts'
import { withNewSecret } from './reseal.command.ts'
import { restoreCommand } from './restore.command.ts'
import { runCommand } from './run-command.ts'

/** What a command has no use for but an error: it prints itself what matters. */
const quiet = pino({ enabled: false })
const parts = { clock: systemClock, ids: systemIds, log: quiet }

/** Runs one administration command through the running server, else on the database itself; gives the exit code. */
export async function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
  terminal: AdminTerminal,
): Promise<number> {
  const config = loadConfig(environment, systemIds)
  if (words[0] === 'restore') return restoreHere(config, words, cwd, terminal)
  const code = await askRunningServer(config.dataDir, { words: [...words], cwd }, terminal)
  if (code !== null) return code
  if (words[0] === 'reload') {
    terminal.complain('No server runs on this data directory. It reads everything when it starts.')
    return 1
  }
  const onDeath = (error: Error) => terminal.complain(error.message)
  const isNewSecret = words.join(' ') === 'reseal --new-secret'
  const platform = await buildPlatform({
    ...parts,
    config,
    fetch: systemFetch,
    endpointFetch: systemEndpointFetch,
    openSocket: openSystemSocket,
    onDeath,
  })
  // With the database in hand no server can start meanwhile, and find one secret where it has read another.
  if (isNewSecret)
    Object.assign(config, await closingOnError(platform, () => withNewSecret(environment, config)))
  const app = await createApp(platform, { webRoot: null })
  try {
    await app.prepare()
    return await runCommand(app.commands(cwd), isNewSecret ? ['reseal'] : words, terminal)
  } finally {
    await app.stop()
  }
}

async function closingOnError<T>({ db }: Pick<Platform, 'db'>, run: () => T): Promise<T> {
  try {
    return run()
  } catch (error) {
    await db.close()
    throw error
  }
}

async function restoreHere(
  config: Config,
  words: readonly string[],
  cwd: string,
  terminal: AdminTerminal,
): Promise<number> {
  const command = restoreCommand({
    open: () => openDatabase({ ...parts, config, onDeath: (error) => terminal.complain(error.message) }),
    migrations: readMigrations(assetUrl('migrations')),
    dataDir: config.dataDir,
    cwd,
  })
  return runCommand([command], words, terminal)
}
