import pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'

/** Handlers of hints by channel, in this process. */
interface Hints {
  on(channel: string, handler: (payload: string) => void): () => void
  deliver(channel: string, payload: string): void
  channels(): string[]
}

/** @param onFirst called when a channel gets its first handler, to subscribe where that is needed. */
export function createHints(onFirst: (channel: string) => void = () => undefined): Hints {
  const handlers = new Map<string, Set<(payload: string) => void>>()
  return {
    on(channel, handler) {
      const known = handlers.get(channel)
      const set = known ?? new Set()
      set.add(handler)
      if (!known) {
        handlers.set(channel, set)
        onFirst(channel)
      }
      return () => void set.delete(handler)
    },
    deliver(channel, payload) {
      for (const handler of [...(handlers.get(channel) ?? [])]) handler(payload)
    },
    channels: () => [...handlers.keys()],
  }
}

/** Longest pause between two tries to connect again. */
const longestPauseMs = 5_000

/**
 * The connection that listens, apart from the pool: opened with the first channel, opened again when it is lost.
 * Hints sent in between are lost, which is what the polls are for.
 */
export function createListener(
  connection: pg.ClientConfig,
  { clock, ids, log }: { clock: Clock; ids: Ids; log: Logger },
  onHint: (channel: string, payload: string) => void,
) {
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
