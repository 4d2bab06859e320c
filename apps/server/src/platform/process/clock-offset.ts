import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'

/** From here on more is wrong than what people see: codes of apps are refused, messages name another minute. */
const graveMs = 60_000

/** What is known of how far a clock is off. */
export interface ClockAlarm {
  /** @param offsetMs ahead; negative: behind; null: nobody can say just now, by which nothing begins and nothing ends */
  learn(offsetMs: number | null): void
  /** For whoever looks after the site, while it is off. */
  warning(): string | null
  /** The same where it is off so far that somebody has to be called. */
  trouble(): string | null
}

interface WatchedClock {
  /** Whose it is, and by whose it is judged. */
  clock: string
  against: string
  /** Whose machine NTP has to set. */
  mend: string
  /** Off from so much on, either way. It is right again within half of that. */
  boundMs: { ahead: number; behind: number }
  metric: { name: string; help: string }
}

export function createClockAlarm(
  { clock, against, mend, boundMs, metric }: WatchedClock,
  { log, metrics }: { log: Pick<Logger, 'warn' | 'info'>; metrics: Registry },
): ClockAlarm {
  const gauge = new Gauge({ ...metric, registers: [metrics] })
  gauge.set(Number.NaN)
  /** While it is off. */
  let off: number | null = null

  const say = (offsetMs: number) => {
    const seconds = Math.round(Math.abs(offsetMs) / 100) / 10
    const direction = offsetMs > 0 ? 'ahead of' : 'behind'
    return `${clock} is ${seconds} s ${direction} ${against}: let ${mend} be set by NTP (chrony, systemd-timesyncd)`
  }

  return {
    learn(offsetMs) {
      gauge.set(offsetMs === null ? Number.NaN : offsetMs / 1000)
      if (offsetMs === null) return
      const bound = offsetMs > 0 ? boundMs.ahead : boundMs.behind
      const isOff = Math.abs(offsetMs) > (off === null ? bound : bound / 2)
      if (isOff && off === null) log.warn({ offset_ms: Math.round(offsetMs) }, say(offsetMs))
      if (!isOff && off !== null) log.info(`${clock} agrees with ${against} again`)
      off = isOff ? offsetMs : null
    },
    warning: () => (off === null ? null : say(off)),
    trouble: () => (off === null || Math.abs(off) < graveMs ? null : say(off)),
  }
}
