import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { createMaintenance } from '../db/maintenance.loop.ts'
import { type Migration, migrate, readMigrations, waitingMigrations } from '../db/migrate.ts'
import { assetUrl } from '../entry-url.ts'
import { StartError } from '../errors.ts'
import type { HttpServer } from '../http/http-server.ts'
import { addMachineRoutes } from '../http/machine.routes.ts'
import type { Loop } from '../loop.ts'
import type { Platform } from '../platform.ts'
import { createHeartbeat } from './heartbeat.loop.ts'
import type { Module } from './module.ts'
import { createOwnClockWatch } from './own-clock.loop.ts'

export interface Runner {
  /** Migrates the database. Enough for commands that need no running modules. */
  prepare(): Promise<void>
  /** Prepares, brings modules up to date and starts the loops of this process's roles. */
  start(): Promise<void>
  /** Listens and gives the address as `http://host:port`. */
  listen(): Promise<string>
  /** Stops taking, finishes what is under way, ends streams, closes; within five seconds. */
  stop(): Promise<void>
}

/** For requests under way when the process is asked to stop; streams are ended by their module at once. */
const graceMs = 3_000
/** For the database to answer the health check. */
const probeMs = 2_000

/** @param beforeUpgrade what is done before these migrations change a database that has something in it */
export function createRunner(
  platform: Platform,
  server: HttpServer,
  modules: readonly Module[],
  beforeUpgrade: (waiting: readonly Migration[]) => Promise<void>,
): Runner {
  const { db, clock, config, log, metrics, disk } = platform
  let state: 'building' | 'running' | 'stopping' = 'building'
  let stopped: Promise<void> | null = null
  const ownClock = createOwnClockWatch(databaseNow, platform)
  const loops: Loop[] = [
    ownClock.loop,
    platform.load.loop,
    ...(db.engine === 'embedded' ? [createMaintenance(db, platform.createLoop)] : []),
    ...(disk ? [disk.loop] : []),
    ...(config.roles.includes('notify')
      ? [createHeartbeat(() => config.heartbeatUrl, { ...platform, troubles })]
      : []),
    // One that serves two roles is one loop all the same.
    ...new Set(
      modules
        .flatMap((module) => module.loops ?? [])
        .flatMap(({ role, loop }) => (config.roles.includes(role) ? [loop] : [])),
    ),
  ]

  async function unhealthy(): Promise<string[]> {
    if (state === 'stopping') return ['the process is stopping']
    const reasons = [
      disk?.trouble() ?? [],
      db.trouble() ?? [],
      ...modules.map((module) => module.unhealthy?.() ?? []),
    ].flat()
    return (await databaseAnswers()) ? [...reasons] : ['the database is not responding', ...reasons]
  }

  /** Of this process and of the site. */
  async function troubles(): Promise<string[]> {
    const own = await unhealthy()
    if (own.length > 0) return own
    const found = await Promise.all(modules.map(async (module) => (await module.troubles?.()) ?? []))
    return [ownClock.alarm.trouble() ?? [], ...found].flat()
  }

  const warnings = () =>
    [ownClock.alarm.warning() ?? [], ...modules.map((module) => module.warnings?.() ?? [])].flat()

  async function databaseNow(): Promise<number> {
    const { rows } = await db.orm.execute<{ now: number }>(
      sql`select (extract(epoch from ${db.now()}) * 1000)::float8 as now`,
    )
    return rows[0]?.now ?? Number.NaN
  }

  async function databaseAnswers(): Promise<boolean> {
    const giveUp = new AbortController()
    const query = db.orm.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    const answer = await Promise.race([query, clock.sleep(probeMs, giveUp.signal).then(() => false)])
    giveUp.abort()
    return answer
  }

  addMachineRoutes(server, metrics, () => config.metricsToken, unhealthy, warnings)
  for (const module of modules) module.routes?.(server)

  async function prepare(): Promise<void> {
    const migrations = readMigrations(assetUrl('migrations'))
    await beforeUpgrade(await waitingMigrations(db, migrations))
    const applied = await migrate(db, migrations)
    if (applied.length > 0) log.info({ applied }, 'the database was migrated')
  }

  async function shutDown(): Promise<void> {
    state = 'stopping'
    const over = new AbortController()
    const closed = server.fastify.close().then(() => over.abort())
    await Promise.allSettled(loops.map((loop) => loop.stop()))
    await Promise.allSettled([...modules].reverse().map(async (module) => module.stop?.()))
    await clock.sleep(graceMs, over.signal)
    server.fastify.server.closeAllConnections()
    await closed
    await db.close()
  }

  return {
    prepare,
    async start() {
      await prepare()
      for (const module of modules) await module.start?.()
      for (const loop of loops) loop.start()
      state = 'running'
    },
    async listen() {
      try {
        await server.fastify.listen({ host: config.host, port: config.port })
      } catch (error) {
        throw listenProblem(error, config.host, config.port)
      }
      return addressOf(server.fastify.server.address(), config.host)
    },
    stop() {
      stopped ??= shutDown()
      return stopped
    },
  }
}

function listenProblem(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const where = `${host}:${port}`
  if (code === 'EADDRINUSE')
    return new StartError(`${where} is already in use. Set ROUNDSMAN_PORT to a free port.`)
  if (code === 'EACCES')
    return new StartError(
      `This user is not allowed to listen on ${where}. Set ROUNDSMAN_PORT to another port.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`${host} is not an address of this machine. Set ROUNDSMAN_HOST to one that is.`)
  return error
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === 'string') throw new Error('The server is not listening.')
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${name}:${address.port}`
}
