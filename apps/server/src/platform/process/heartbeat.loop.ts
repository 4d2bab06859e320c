import { Counter, type Registry } from 'prom-client'
import { linkedSignal } from '../clients/http-client.ts'
import type { Clock } from '../clock.ts'
import type { CreateLoop, Loop } from '../loop.ts'

const everyMs = 60_000
/** Longest wait for the answer. */
const answerMs = 10_000

interface HeartbeatDeps {
  createLoop: CreateLoop
  clock: Pick<Clock, 'timeoutSignal'>
  fetch: typeof globalThis.fetch
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  metrics: Registry
  /** Reasons why the site as a whole is not well; empty when it is. */
  troubles(): Promise<readonly string[]>
}

/**
 * Pings an address once a minute while all is well, for a service that raises the alarm when it stops: a monitor that
 * is dead or blind says nothing by itself. The address may hold a key, so only its host is ever logged.
 * @param address where, as the environment has it now; null: nowhere
 */
export function createHeartbeat(address: () => string | null, deps: HeartbeatDeps): Loop {
  const { clock, fetch, log } = deps
  let reported = ''
  const beats = new Counter({
    name: 'roundsman_heartbeats_total',
    help: "Pings of the dead man's switch: answered, failed, or withheld because something is wrong",
    labelNames: ['outcome'],
    registers: [deps.metrics],
  })

  /** Once for each change: a trouble that lasts would fill the log. */
  function report(host: string, reasons: readonly string[]): void {
    const text = reasons.join('; ')
    if (text === reported) return
    reported = text
    if (text === '') log.info({ host }, 'heartbeat resumed')
    else log.warn({ host, reasons }, 'heartbeat withheld')
  }

  async function ping(url: string, host: string, signal: AbortSignal): Promise<readonly string[]> {
    const linked = linkedSignal(signal, clock.timeoutSignal(answerMs))
    try {
      const answer = await fetch(url, { signal: linked.signal })
      await answer.body?.cancel()
      return answer.ok ? [] : [`${host} answered ${answer.status}`]
    } catch {
      return [`${host} is not responding`]
    } finally {
      linked.release()
    }
  }

  return deps.createLoop({
    name: 'heartbeat',
    everyMs,
    jitter: 0,
    pass: async (signal) => {
      const url = address()
      if (url === null) return
      const { host } = new URL(url)
      const troubles = await deps.troubles()
      const isWell = troubles.length === 0
      const reasons = isWell ? await ping(url, host, signal) : troubles
      beats.inc({ outcome: !isWell ? 'kept_back' : reasons.length === 0 ? 'answered' : 'failed' })
      report(host, reasons)
    },
  })
}
