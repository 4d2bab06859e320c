import { Gauge } from 'prom-client'
import type { Module } from '../../platform/process/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AlertFeed } from '../alerts/alerts.public.ts'
import type { BridgeFeed } from '../bridges/bridges.public.ts'
import type { Views } from '../watch/watch.public.ts'
import { messageEveryMs } from './channel.ts'
import { createAlertsLoop, createBridgesLoop } from './feeds.loop.ts'
import { createHub } from './hub.ts'
import { addLiveRoutes } from './live.routes.ts'

export interface LiveDeps {
  views: Views
  alerts: AlertFeed
  bridges: BridgeFeed
  /** Of the accounts module: false as soon as the session has ended. */
  sessionIsAlive(sessionId: number): Promise<boolean>
  /** Calls back with the id of each session that ends; returns how to stop. */
  onSessionEnded(handler: (sessionId: number) => void): () => void
}

export interface Live {
  module: Module
}

const sessionCheckMs = 60_000

/** The streams of changes to the browsers of this process. */
export function createLive({ clock, metrics, createLoop }: Platform, deps: LiveDeps): Live {
  const { views, alerts, bridges, sessionIsAlive } = deps
  const source = (networkId: number) => {
    const view = views.of(networkId)
    return view && { ...view, bridges: (monotonic: number) => bridges.of(networkId, monotonic) }
  }
  const hub = createHub({ clock, sessionIsAlive, source })
  const streams: Gauge = new Gauge({
    name: 'roundsman_live_streams',
    help: 'Streams that are open.',
    registers: [metrics],
    collect: () => streams.set(hub.count()),
  })
  const tell = createLoop({
    name: 'live/tell',
    everyMs: messageEveryMs,
    jitter: 0,
    pass: () => Promise.resolve(hub.tick()),
  })
  const check = createLoop({
    name: 'live/sessions',
    everyMs: sessionCheckMs,
    pass: () => hub.checkSessions(),
  })
  const tellAlerts = createAlertsLoop(createLoop, { hub, alerts, clock })
  const readBridges = createBridgesLoop(createLoop, { hub, bridges, clock })
  const stops: (() => void)[] = []
  return {
    module: {
      name: 'live',
      routes: (server) => addLiveRoutes(server, hub, (networkId) => views.of(networkId) !== null),
      loops: [
        { role: 'web', loop: tell },
        { role: 'web', loop: check },
        { role: 'web', loop: tellAlerts },
        { role: 'web', loop: readBridges },
      ],
      start() {
        stops.push(alerts.onHint(() => tellAlerts.wake()))
        stops.push(bridges.onHint(() => readBridges.wake()))
        stops.push(views.onUpdate(() => tell.wake()))
        stops.push(deps.onSessionEnded((sessionId) => hub.endSession(sessionId)))
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
