import type { Clock } from '../../platform/clock.ts'
import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { Load } from '../../platform/load.loop.ts'
import type { AlertFeed } from '../alerts/alerts.public.ts'
import type { BridgeFeed } from '../bridges/bridges.public.ts'
import { messageEveryMs } from './channel.ts'
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

/** While there is too much to do: more seldom than a page would say that it hears nothing. */
export const restingMs = 5_000

/** Sends viewers what has changed of what they see. */
export function createChangesLoop(
  createLoop: CreateLoop,
  { hub, clock, load }: { hub: Pick<Hub, 'tick'>; clock: Pick<Clock, 'monotonic'>; load: Load },
): Loop {
  let lastAt = Number.NEGATIVE_INFINITY
  return createLoop({
    name: 'live/send',
    everyMs: messageEveryMs,
    jitter: 0,
    pass() {
      const rest = load.isHigh() ? lastAt + restingMs - clock.monotonic() : 0
      if (rest > 0) return Promise.resolve(rest)
      lastAt = clock.monotonic()
      return Promise.resolve(hub.tick())
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
  {
    hub,
    bridges,
    clock,
    load,
  }: {
    hub: Pick<Hub, 'readers'>
    bridges: Pick<BridgeFeed, 'refresh'>
    clock: Pick<Clock, 'monotonic'>
    load: Load
  },
): Loop {
  let lastAt = Number.NEGATIVE_INFINITY
  return createLoop({
    name: 'live/bridges',
    everyMs: bridgesEveryMs,
    jitter: 0,
    longestPauseMs: bridgesEveryMs,
    async pass() {
      const since = clock.monotonic() - lastAt
      const notSoonerMs = load.isHigh() ? restingMs : bridgesNotSoonerMs
      if (since < notSoonerMs) return notSoonerMs - since
      lastAt = clock.monotonic()
      for (const [networkId, readers] of hub.readers())
        if (readers.length > 0) await bridges.refresh(networkId)
      return bridgesEveryMs
    },
  })
}
