import { isatty } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { openAdministration } from './administration/administration-socket.ts'
import { createApp } from './app.ts'
import { build, buildLine } from './platform/build.ts'
import { systemEndpointFetch } from './platform/clients/endpoint-fetch.ts'
import { systemFetch } from './platform/clients/http-client.ts'
import { openSystemSocket } from './platform/clients/web-socket-client.ts'
import { systemClock } from './platform/clock.ts'
import { loadConfig, readEnvironment } from './platform/config/config.ts'
import { helpText, type LogLevel } from './platform/config/variables.ts'
import { webRootUrl } from './platform/entry-url.ts'
import { StartError, serializeError } from './platform/errors.ts'
import { systemIds } from './platform/ids.ts'
import { buildPlatform } from './platform/platform.ts'

/** Longer than a clean stop may take: whatever hangs then hangs for ever. */
const longestStopMs = 4_800

async function run(): Promise<void> {
  keepHeapSmall()
  const config = loadConfig(readEnvironment(), systemIds)
  const log = createLogger(config.logLevel, process.stdout.isTTY)
  log.info({ ...build, node: process.version }, buildLine(build))
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'fatal error, exiting')
    process.exit(1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  const platform = await buildPlatform({
    config,
    log,
    clock: systemClock,
    ids: systemIds,
    fetch: systemFetch,
    endpointFetch: systemEndpointFetch,
    openSocket: openSystemSocket,
    onDeath: die,
  })
  collectDefaultMetrics({ register: platform.metrics })
  countBuild(platform.metrics)
  const app = await createApp(platform, {
    webRoot: webRootUrl(),
    readConfig: () => loadConfig(readEnvironment(), systemIds),
  })
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    void systemClock.sleep(longestStopMs).then(() => die(new Error('Shutdown took too long.')))
    administration
      .then((opened) => opened?.close())
      .then(() => app.stop())
      .then(() => process.exit(0), die)
  }
  let administration: Promise<{ close(): Promise<void> } | null> = Promise.resolve(null)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const ranOnTerminal = isatty(0)
  process.on('SIGHUP', (signal) => {
    // Also what comes when the terminal is closed: then nobody is left who could stop it.
    if (ranOnTerminal && !isatty(0)) stop(signal)
    // What is wrong is in the log.
    else app.reload().catch(() => undefined)
  })
  try {
    await app.start()
    // Before the site says that it is up: from then on a command is asked of this process.
    administration = openAdministration(config.dataDir, log, app.commands)
    await administration
    const address = await app.listen()
    log.info({ address, roles: config.roles, database: platform.db.engine }, 'ready')
  } catch (error) {
    await (await administration.catch(() => null))?.close()
    await app.stop()
    throw error
  }
}

/** Names under which a secret could come into a line by mistake. */
const secretNames = ['password', 'token', 'secret', 'authorization', 'cookie', 'code', 'apiKey']
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** JSON lines on standard output, pretty on a terminal. */
function createLogger(level: LogLevel, isTerminal: boolean): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    redact: { paths: redacted, censor: '(not logged)' },
  }
  const logger = isTerminal
    ? pino(options, pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId', sync: true }))
    : pino(options)
  // A child has a level of its own, which follows when that of the program changes.
  logger.onChild = (child) => {
    logger.on('level-change', () => {
      if (child.level !== logger.level) child.level = logger.level
    })
  }
  return logger
}

/** Which program this is, as a figure that is always 1. */
function countBuild(registry: Registry): void {
  const { version, commit, built_at: builtAt } = build
  const labels = { version, commit: commit ?? '', built_at: builtAt ?? '', node: process.version }
  new Gauge({
    name: 'roundsman_build_info',
    help: 'Which program this is.',
    labelNames: ['version', 'commit', 'built_at', 'node'],
    registers: [registry],
  }).set(labels, 1)
}

/**
 * Lets the heap grow by 30 % at most before it is collected. By itself V8 waits until it is up to four times what is in
 * use, which for a process that mostly reads and forgets is memory without a use: with ten networks 435 MiB resident
 * between collections, and so 325 MiB, steady.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
}

if (process.argv.includes('--help')) {
  console.log(helpText())
} else if (process.argv.includes('--version')) {
  console.log(buildLine(build))
} else if (process.argv.length > 2) {
  console.error(`roundsman: unknown argument ${process.argv[2] ?? ''}. Run with --help for usage.`)
  process.exitCode = 2
} else {
  run().catch((error: unknown) => {
    console.error(error instanceof StartError ? `roundsman: ${error.message}` : error)
    process.exit(1)
  })
}
