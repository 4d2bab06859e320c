import type { Clock } from '../../platform/clock.ts'
import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { AlertFeed } from '../alerts/alerts.public.ts'
import type { BridgeFeed } from '../bridges/bridges.public.ts'
import type { Hub } from './hub.ts'
import { encodeAlerts } from './sse.ts'

/** Hints may be lost; what becomes of a message has none. */
const alertsEveryMs = 15_000
const pendingMs = 2_000
/** However many alerts there are: what comes within it is sent together. */
const alertsNotSoonerMs = 1_000

/** Sends viewers what concerns them: at once when there is a hint, and what becomes of it while it is recent. */
export function createAlertsLoop(
  createLoop: CreateLoop,
  { hub, alerts, clock }: { hub: Hub; alerts: AlertFeed; clock: Pick<Clock, 'monotonic'> },
): Loop {
  let lastAt = Number.NEGATIVE_INFINITY
  return createLoop({
    name: 'live/alerts',
    everyMs: alertsEveryMs,
    jitter: 0,
    async pass() {
      const since = clock.monotonic() - lastAt
      if (since < alertsNotSoonerMs) return alertsNotSoonerMs - since
      lastAt = clock.monotonic()
      const { updates, isPending } = await alerts.updatesFor(hub.readers())
      for (const { networkId, reader, items } of updates) hub.send(networkId, reader, encodeAlerts(items))
      return isPending ? pendingMs : alertsEveryMs
    },
  })
}

/** Hints may be lost. */
const bridgesEveryMs = 2_000
/** However many bridges push: what comes within it is read together. */
const bridgesNotSoonerMs = 500

/** Brings what is known of bridges up to date while somebody looks at their network. */
export function createBridgesLoop(
  createLoop: CreateLoop,
  { hub, bridges, clock }: { hub: Hub; bridges: BridgeFeed; clock: { monotonic(): number } },
): Loop {
  let lastAt = Number.NEGATIVE_INFINITY
  return createLoop({
    name: 'live/bridges',
    everyMs: bridgesEveryMs,
    jitter: 0,
    longestPauseMs: bridgesEveryMs,
    async pass() {
      const since = clock.monotonic() - lastAt
      if (since < bridgesNotSoonerMs) return bridgesNotSoonerMs - since
      lastAt = clock.monotonic()
      for (const [networkId, readers] of hub.readers())
        if (readers.length > 0) await bridges.refresh(networkId)
      return bridgesEveryMs
    },
  })
}
