import type { Attributes } from '@opentelemetry/api'
import type { BridgeOutput } from './bridge-scenario.ts'

/** What a program says, with what does not change while it runs. */
export interface ProgramOutput extends BridgeOutput {
  version: string
  /** Unix ms. */
  startedAt: number
  now: number
}

type Points = readonly (readonly [number, Attributes?])[]

/** A metric of celestia-node v0.31: what it is called, under which scope, and what it says. */
interface BridgeMetric {
  scope: string
  name: string
  kind: 'gauge' | 'counter'
  /** Whether its numbers are whole. */
  whole: boolean
  unit?: string
  points(output: ProgramOutput): Points
}

const seconds = (ms: number) => Math.floor(ms / 1000)
/** So long without a block its listener says that it is stuck: five times three seconds. */
const stuckAfterMs = 15_000
const blocksOf = ({ startedAt, lastBlockAt }: ProgramOutput) =>
  Math.max(0, seconds((lastBlockAt - startedAt) / 3))

const gauge = (scope: string, name: string, points: BridgeMetric['points']): BridgeMetric => ({
  scope,
  name,
  points,
  kind: 'gauge',
  whole: true,
})
const counter = (scope: string, name: string, points: BridgeMetric['points']): BridgeMetric => ({
  scope,
  name,
  points,
  kind: 'counter',
  whole: true,
})
const runtime = 'go.opentelemetry.io/contrib/instrumentation/runtime'

/** facts: celestia-node v0.31.4, as a real one pushed it. */
export const bridgeMetrics: readonly BridgeMetric[] = [
  gauge('header/store', 'hdr_store_head_height_gauge', ({ storeHeight }) => [[storeHeight]]),
  gauge('header/store', 'hdr_store_tail_height_gauge', ({ tailHeight }) => [[tailHeight]]),
  gauge('header/sync', 'hdr_sync_subjective_head_gauge', ({ headHeight }) => [[headHeight]]),
  counter('header/sync', 'hdr_sync_subjective_init_counter', () => [[1]]),
  gauge('core', 'core_listener_last_processed_block_ts', ({ lastBlockAt }) => [[seconds(lastBlockAt)]]),
  counter('core', 'core_listener_subscription_stuck_count', ({ stuckMs }) => {
    const count = Math.floor(stuckMs / stuckAfterMs)
    return count === 0 ? [] : [[count]]
  }),
  gauge('core', 'core_listener_last_time_subscription_stuck_timestamp', ({ stuckMs, now }) =>
    stuckMs < stuckAfterMs ? [] : [[seconds(now - (stuckMs % stuckAfterMs))]],
  ),
  counter('core', 'core_block_events_total', (output) => [
    [blocksOf(output), { source: '127.0.0.1:9090', result: 'processed' }],
  ]),
  counter('core', 'header_sub_published_total', (output) => [
    [blocksOf(output), { result: 'ok', local_only: false }],
  ]),
  counter('core', 'core_ex_total_blocks_processed', (output) => [[blocksOf(output), { eds_size: '64' }]]),
  gauge('node', 'node_start_ts', ({ startedAt }) => [[seconds(startedAt)]]),
  {
    scope: 'node',
    name: 'node_runtime_counter_in_seconds',
    kind: 'counter',
    whole: false,
    points: ({ now, startedAt }) => [[(now - startedAt) / 1000]],
  },
  gauge('node', 'build_info', ({ version }) => [
    [1, { semantic_version: version, system_version: 'amd64/linux', golang_version: 'go1.26.8' }],
  ]),
  gauge('das', 'das_network_head', ({ headHeight }) => [[headHeight]]),
  gauge('das', 'das_sampled_chain_head', ({ headHeight }) => [[headHeight]]),
  gauge('das', 'das_total_sampled_headers', ({ headHeight }) => [[headHeight]]),
  gauge('das', 'das_latest_sampled_ts', ({ lastBlockAt }) => [[seconds(lastBlockAt)]]),
  gauge('share_discovery', 'full_discovery_amount_of_peers', ({ startedAt }) => [
    [5 + (seconds(startedAt) % 7)],
  ]),
  gauge('share_discovery', 'archival_discovery_amount_of_peers', ({ startedAt }) => [
    [3 + (seconds(startedAt) % 3)],
  ]),
  {
    scope: 'shrex',
    name: 'shrex_payload_served_bytes',
    kind: 'counter',
    whole: true,
    unit: 'By',
    points: (output) => [[blocksOf(output) * 262_144]],
  },
  gauge('storage_pruner', 'prnr_last_pruned', ({ tailHeight }) => [[tailHeight]]),
  {
    scope: runtime,
    name: 'go.memory.used',
    kind: 'gauge',
    whole: true,
    unit: 'By',
    points: ({ now }) => [
      [512_000_000 + (seconds(now) % 600) * 100_000, { 'go.memory.type': 'other' }],
      [4_000_000, { 'go.memory.type': 'stack' }],
    ],
  },
  gauge(runtime, 'go.goroutine.count', ({ now }) => [[900 + (seconds(now) % 120)]]),
]

/** Histograms, with what one block adds to each, seconds. */
export const bridgeHistograms: readonly { scope: string; name: string; value: number }[] = [
  { scope: 'core', name: 'core_to_da_lag_seconds', value: 0.21 },
  { scope: 'store', name: 'eds_store_put_time_histogram', value: 0.034 },
  { scope: 'store', name: 'eds_store_get_time_histogram', value: 0.003 },
]
