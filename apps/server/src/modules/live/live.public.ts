import { Gauge } from 'prom-client'
import type { Platform } from '../../platform/platform.ts'
import type { Module } from '../../platform/process/module.ts'
import { sessionEndedChannel } from '../accounts/accounts.public.ts'
import type { AlertFeed } from '../alerts/alerts.public.ts'
import type { BridgeFeed } from '../bridges/bridges.public.ts'
import type { Networks } from '../networks/networks.public.ts'
import type { Views } from '../watch/watch.public.ts'
import { createAlertsLoop, createBridgesLoop, createChangesLoop } from './feeds.loop.ts'
import { createHub } from './hub.ts'
import { addLiveRoutes } from './live.routes.ts'

interface Live {
  module: Module
}

const sessionCheckMs = 60_000

/**
 * The streams of changes to the browsers of this process.
 * @param sessionIsAlive of the accounts module: false as soon as the session has ended
 */
export function createLive(
  { db, clock, metrics, createLoop, load }: Platform,
  { views, alerts, bridges }: { views: Views; alerts: AlertFeed; bridges: BridgeFeed },
  sessionIsAlive: (sessionId: number) => Promise<boolean>,
  networks: Pick<Networks, 'onChange'>,
): Live {
  const source = (networkId: number) => {
    const view = views.of(networkId)
    return view && { ...view, bridges: (monotonic: number) => bridges.of(networkId, monotonic) }
  }
  const hub = createHub({ clock, sessionIsAlive, source })
  networks.onChange({
    // Who may read it may be another one now: browsers come back at once, and are looked at again.
    apply({ changed, removed }) {
      for (const { before, after } of changed)
        if (before.access !== after.access || before.is_da_enabled !== after.is_da_enabled)
          hub.endNetwork(after.blockchain_id)
      for (const { blockchain_id } of removed) hub.endNetwork(blockchain_id)
      return Promise.resolve()
    },
  })
  const streams: Gauge = new Gauge({
    name: 'roundsman_live_streams',
    help: 'Streams that are open.',
    registers: [metrics],
    collect: () => streams.set(hub.count()),
  })
  const sendChanges = createChangesLoop(createLoop, { hub, clock, load })
  const check = createLoop({
    name: 'live/sessions',
    everyMs: sessionCheckMs,
    pass: () => hub.checkSessions(),
  })
  const sendAlerts = createAlertsLoop(createLoop, { hub, alerts, clock })
  const readBridges = createBridgesLoop(createLoop, { hub, bridges, clock, load })
  const stops: (() => void)[] = []
  return {
    module: {
      name: 'live',
      routes: (server) => addLiveRoutes(server, hub, (networkId) => views.of(networkId) !== null),
      loops: [
        { role: 'web', loop: sendChanges },
        { role: 'web', loop: check },
        { role: 'web', loop: sendAlerts },
        { role: 'web', loop: readBridges },
      ],
      start() {
        stops.push(alerts.onHint(() => sendAlerts.wake()))
        stops.push(bridges.onHint(() => readBridges.wake()))
        stops.push(views.onUpdate(() => sendChanges.wake()))
        stops.push(db.onNotify(sessionEndedChannel, (id) => hub.endSession(Number(id))))
        return Promise.resolve()
      },
      stop() {
        for (const stop of stops) stop()
        hub.endAll()
        return Promise.resolve()
      },
    },
  }
}
