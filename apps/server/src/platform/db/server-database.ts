import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { StartError } from '../errors.ts'
import type { Ids } from '../ids.ts'
import { type Database, statementTime } from './database.ts'
import { createHints, createListener } from './hints.ts'
import { createRefusals } from './refusals.ts'
import {
  snapshotMode,
  createTransactionScopes,
  failureOf,
  GuardedPool,
  runTransaction,
} from './transaction.ts'

interface ServerOptions {
  url: string
  clock: Clock
  ids: Ids
  log: Logger
  /** Connections of the pool; a listener of its own comes on top. */
  maxConnections?: number
}

const statementTimeoutMs = 30_000
const connectTimeoutMs = 10_000
/** `server_version_num` of PostgreSQL 15. */
const oldestVersion = 150_000

/** Connects to a PostgreSQL and looks at its version, so that a wrong address stops the start with one message. */
export async function openServerDatabase(options: ServerOptions): Promise<Database> {
  const { url, clock, ids, log } = options
  const scopes = createTransactionScopes()
  const connection = {
    connectionString: url,
    application_name: 'roundsman',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC',
  }
  const pool = new GuardedPool(
    {
      ...connection,
      max: options.maxConnections ?? 10,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    },
    scopes,
  )
  // Without a handler a restart of the server would end this process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  // The same for one in use between two statements; the next statement tells its user.
  const refusals = createRefusals(clock, log)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Also what a savepoint keeps from whoever began the transaction.
    client.connection.on('errorMessage', (error) => refusals.note(error))
  })
  const orm = drizzle({ client: pool })
  try {
    await checkVersion(async () => {
      const answer = await pool.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      return answer.rows[0]?.version ?? 0
    }, url)
  } catch (error) {
    await pool.end()
    throw error
  }
  const listener = createListener(connection, { clock, ids, log }, (channel, payload) =>
    hints.deliver(channel, payload),
  )
  const hints = createHints((channel) => listener.listen(channel))
  let closing: Promise<void> | null = null
  return {
    engine: 'server',
    orm,
    now: statementTime,
    async transaction(work) {
      try {
        return (await runTransaction({ pool, scopes, clock, ids }, work)).result
      } catch (error) {
        // What it says to who wants to connect.
        refusals.note(error)
        throw error
      }
    },
    snapshot: async (read) => (await runTransaction({ pool, scopes, clock, ids }, read, snapshotMode)).result,
    watchChanges: () => () => null,
    async notify(tx, channel, payload) {
      await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
    },
    onNotify: (channel, handler) => hints.on(channel, handler),
    checkpoint: () => Promise.resolve(),
    files: null,
    trouble: refusals.trouble,
    close() {
      closing ??= Promise.all([listener.close(), pool.end()]).then(() => undefined)
      return closing
    },
  }
}

async function checkVersion(read: () => Promise<number>, url: string): Promise<void> {
  const version = await read().catch((error: unknown) => {
    throw new StartError(`The database at ${nameOf(url)} cannot be used: ${reasonOf(error)}`)
  })
  if (version < oldestVersion) {
    throw new StartError(
      `The database at ${nameOf(url)} is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is required.`,
    )
  }
}

/** Host, port and database of the address, without user and password. */
function nameOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname
    return `${host}:${port === '' ? '5432' : port}${pathname}`
  } catch {
    return 'the address of DATABASE_URL'
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const message = error instanceof Error ? error.message : String(error)
  return failureOf(error) === 'lost' ? `it is not responding (${message})` : message
}
