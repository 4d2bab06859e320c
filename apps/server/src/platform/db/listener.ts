import pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'

export interface ListenerDeps {
  connection: pg.ClientConfig
  clock: Clock
  ids: Ids
  log: Logger
  onHint: (channel: string, payload: string) => void
}

/** Longest pause between two tries to connect again. */
const longestPauseMs = 5_000

/**
 * The connection that listens, apart from the pool: opened with the first channel, opened again when it is lost.
 * Hints sent in between are lost, which is what the polls are for.
 */
export function createListener({ connection, clock, ids, log, onHint }: ListenerDeps) {
  const channels = new Set<string>()
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let present: pg.Client | null = null

  async function connectOnce(): Promise<void> {
    const client = new pg.Client(connection)
    const ended = new Promise<void>((resolve) => {
      client.once('end', () => resolve())
      client.once('error', () => resolve())
    })
    client.on('error', (error) => log.debug({ reason: error.message }, 'the listening connection was lost'))
    client.on('notification', ({ channel, payload }) => onHint(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      present = client
      if (!stopping.signal.aborted) await ended
    } finally {
      present = null
      await client.end().catch(() => undefined)
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        await connectOnce()
        failures = 0
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'cannot listen for hints',
        )
      }
      if (!stopping.signal.aborted) {
        const pause = Math.min(longestPauseMs, 100 * 2 ** failures) * (0.5 + ids.fraction() / 2)
        await clock.sleep(pause, stopping.signal)
      }
    }
  }

  return {
    listen(channel: string): void {
      channels.add(channel)
      present?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
      running ??= run()
    },
    async close(): Promise<void> {
      stopping.abort()
      await present?.end().catch(() => undefined)
      await running
    },
  }
}
