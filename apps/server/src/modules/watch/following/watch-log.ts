import type { EndpointView } from '@roundsman/cometbft/domain'
import type { Lie } from '@roundsman/cometbft/endpoint-pool'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { NetworkRow } from '../model/watch.schema.ts'
import type { Batch } from '../recording/batch.ts'
import type { Refusal } from './reading.ts'

/**
 * What became of a hint: `poll` at once; `noted` for the end of the poll that is under way; `known` already; `bounded`,
 * since this endpoint has caused enough polls.
 */
export type HintOutcome = 'poll' | 'noted' | 'known' | 'bounded'

/** What following reports to the operator: log lines and figures, never an endpoint's address beyond its host. */
export interface WatchLog {
  committed(row: NetworkRow, batch: Batch): void
  refused(networkId: number, refusal: Refusal): void
  /** A walk or a state read gave nothing usable; a warning once that has gone on for half a minute or so. */
  unread(networkId: number, reason: string): void
  /** What an endpoint said is refuted by what another one proved. */
  lied(networkId: number, lie: Lie): void
  /** A header was announced over a WebSocket. */
  hinted(networkId: number, outcome: HintOutcome): void
  /** A WebSocket was given up; nothing is wrong with the network for that. */
  notListening(networkId: number, host: string, reason: string): void
  /** Whether an endpoint fit for use answers; reported once when that changes. */
  reached(networkId: number, isReached: boolean, endpoints: readonly EndpointView[]): void
  /** The network is not followed any more: what was said of it is not so now. */
  left(networkId: number): void
}

/** So many reads in vain, about a second apart, are no passing trouble. */
const manyUnread = 30

export function createWatchLog(log: Logger, metrics: Registry): WatchLog {
  const labelNames = ['network']
  const silent = new Set<number>()
  /** Reads in vain since the last blocks were committed. */
  const unread = new Map<number, number>()
  const heights = new Counter({
    name: 'roundsman_watch_heights_total',
    help: 'Heights whose letters were committed.',
    labelNames,
    registers: [metrics],
  })
  const lag = new Gauge({
    name: 'roundsman_watch_lag_blocks',
    help: 'Heights between the newest block and the newest letters; 1 is in step.',
    labelNames,
    registers: [metrics],
  })
  const events = new Counter({
    name: 'roundsman_watch_events_total',
    help: 'Timeline events committed, by kind.',
    labelNames: ['network', 'kind'],
    registers: [metrics],
  })
  const failures = new Counter({
    name: 'roundsman_watch_unread_total',
    help: 'Walks and state reads that gave nothing usable.',
    labelNames,
    registers: [metrics],
  })

  const lies = new Counter({
    name: 'roundsman_endpoint_lies_total',
    help: 'Answers of an endpoint that proofs from another one refuted; it is not used for an hour each time.',
    labelNames: ['network', 'host'],
    registers: [metrics],
  })

  const hints = new Counter({
    name: 'roundsman_watch_hints_total',
    help: 'Headers that endpoints announced over WebSockets, by outcome: poll (polled at once), noted (seen with the poll under way), known (already known), bounded (ignored, too many).',
    labelNames: ['network', 'outcome'],
    registers: [metrics],
  })

  return {
    hinted: (networkId, outcome) => hints.inc({ network: String(networkId), outcome }),
    notListening(networkId, host, reason) {
      log.debug({ network: networkId, host, reason }, 'an endpoint does not announce its blocks')
    },
    lied(networkId, { host, reason }) {
      lies.inc({ network: String(networkId), host })
      log.warn({ network: networkId, host, reason }, 'an endpoint lied; it is not used for an hour')
    },
    committed(row, batch) {
      const network = String(row.networkId)
      heights.inc({ network }, batch.blocks.length)
      if (batch.blocks.length > 0) unread.delete(row.networkId)
      if (row.headHeight !== null && row.height !== null) lag.set({ network }, row.headHeight - row.height)
      for (const { kind } of batch.events) events.inc({ network, kind })
    },
    refused(networkId, { chainId, kind, reason }) {
      log.warn(
        { network: networkId, chainId, kind, reason },
        kind === 'DOUBLE_SIGNED'
          ? 'the chain has double-signed; neither block is chosen, and it is not followed until `network accept`'
          : 'another chain answers; it is not followed until `network accept`',
      )
    },
    reached(network, isReached, endpoints) {
      if (isReached === !silent.has(network)) return
      if (isReached) {
        silent.delete(network)
        log.info({ network }, 'an endpoint answers again')
        return
      }
      silent.add(network)
      const states = endpoints.map(({ host, state, lastError }) => ({ host, state, lastError }))
      log.warn(
        { network, endpoints: states },
        'no usable endpoint; the last known values stay on display, with their age',
      )
    },
    left(networkId) {
      silent.delete(networkId)
      unread.delete(networkId)
      lag.remove({ network: String(networkId) })
    },
    unread(networkId, reason) {
      failures.inc({ network: String(networkId) })
      const inVain = (unread.get(networkId) ?? 0) + 1
      unread.set(networkId, inVain)
      if (inVain === manyUnread)
        log.warn(
          { network: networkId, reason },
          'endpoints answer, but nothing usable can be read; the last known values stay on display, with their age',
        )
      else log.debug({ network: networkId, reason }, 'nothing usable was read')
    },
  }
}
