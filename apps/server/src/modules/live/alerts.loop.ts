import type { Clock } from '../../platform/clock.ts'
import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { AlertFeed } from '../alerts/alerts.public.ts'
import type { Hub } from './hub.ts'
import { encodeAlerts } from './sse.ts'

/** Hints may be lost; what becomes of a message has none. */
const everyMs = 15_000
const pendingMs = 2_000
/** However many alerts there are: what comes within it is sent together. */
const notSoonerMs = 1_000

/** Tells those who look what concerns them: at once when there is a hint, and what becomes of it while it is young. */
export function createAlertsLoop(
  createLoop: CreateLoop,
  { hub, alerts, clock }: { hub: Hub; alerts: AlertFeed; clock: Pick<Clock, 'monotonic'> },
): Loop {
  let lastAt = Number.NEGATIVE_INFINITY
  return createLoop({
    name: 'live/alerts',
    everyMs,
    jitter: 0,
    async pass() {
      const since = clock.monotonic() - lastAt
      if (since < notSoonerMs) return notSoonerMs - since
      lastAt = clock.monotonic()
      const { updates, isPending } = await alerts.updatesFor(hub.readers())
      for (const { networkId, reader, items } of updates) hub.tell(networkId, reader, encodeAlerts(items))
      return isPending ? pendingMs : everyMs
    },
  })
}
