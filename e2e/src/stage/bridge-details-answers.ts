import {
  type BridgeDetails,
  type BridgeEvent,
  bridgeHeightStep,
} from '@roundsman/contract/bridges/bridge-details'
import { type Situation, stageTime } from './answers.ts'
import { bridgesOf } from './bridge-answers.ts'

const blockSeconds = 1.02
const hour = 3_600
const points = 288
/** The one of which pictures are taken: it stalled, was silent, and was started anew. */
const troubled = 3

const ago = (seconds: number) => new Date(stageTime.getTime() - seconds * 1_000).toISOString()

/** Blocks that the troubled one was behind so many seconds ago; null: nothing came. */
function lagThen(seconds: number): number | null {
  if (seconds < 17 * hour && seconds > 15.5 * hour) return null
  if (seconds <= 9 * hour && seconds > 7 * hour) return Math.round((9 * hour - seconds) / blockSeconds)
  if (seconds <= 7 * hour && seconds > 6 * hour) return Math.round(((seconds - 6 * hour) * 2) / blockSeconds)
  return seconds < 426 ? Math.round((426 - seconds) / blockSeconds) : 0
}

function heightsOf(id: number, networkHeight: number): BridgeDetails['heights'] {
  const now = stageTime.getTime() / 1_000
  const last = Math.floor(now / bridgeHeightStep) * bridgeHeightStep
  const day = Array.from({ length: points }, (_, index): BridgeDetails['heights']['points'][number] => {
    const at = last - (points - 1 - index) * bridgeHeightStep
    const network = networkHeight - Math.round((now - at) / blockSeconds)
    const lag = id === troubled ? lagThen(now - at) : index % 3
    return lag === null ? [at, null, null] : [at, network - lag, network]
  })
  return { step: bridgeHeightStep, points: day }
}

/** Kind, seconds before the moment of the pictures, what was and what is. */
const happened: readonly [BridgeEvent['kind'], number, string | null, string | null][] = [
  ['stalled', 426, null, null],
  ['version_changed', 7 * hour, 'v0.30.1', 'v0.30.2'],
  ['rising', 7 * hour, null, null],
  ['restarted', 7 * hour, ago(30 * hour), ago(7 * hour)],
  ['stalled', 9 * hour, null, null],
  ['pushing', 15.5 * hour, null, null],
  ['silent', 17 * hour, null, null],
  ['two_programs', 80 * hour, ago(100 * hour), ago(81 * hour)],
  ['joined', 300 * hour, null, 'v0.29.4'],
]

function timelineOf(id: number, networkHeight: number): BridgeEvent[] {
  const events = id === troubled ? happened : happened.slice(-1)
  return events.map(([kind, seconds, before, after], index) => ({
    ...{ id: 500 - index, kind, before, after, at: ago(seconds) },
    height: networkHeight - Math.round(seconds / blockSeconds),
  }))
}

const figures: BridgeDetails['figures'] = {
  peers: { full: 27, archival: 4, connections: 112 },
  storage: {
    ...{ blocks: 24_512, write_seconds: 0.0184, read_seconds: 0.0031 },
    ...{ reclaimed_bytes: 0, served_bytes: 18_432_551_204, tail_height: 8_204_117 },
  },
  processing: {
    ...{ blocks: 24_512, last_block_at: ago(427), publish_seconds: 1.42 },
    ...{ stuck: 3, last_stuck_at: ago(421), sampled_height: null },
    ...{ memory_bytes: 1_843_200_000, goroutines: 1_206, open_files: 318 },
  },
}

/** What the server says of a bridge of the first network; null: there is none. */
export function bridgeDetailsOf(id: number, as: Situation): BridgeDetails | null {
  const { network_height: networkHeight, bridges } = bridgesOf(as)
  const bridge = bridges.find((one) => one.id === id)
  if (!bridge || networkHeight === null) return null
  return {
    ...bridge,
    network_height: networkHeight,
    heights: heightsOf(id, networkHeight),
    figures: bridge.source === 'SCRAPE' ? null : figures,
    timeline: timelineOf(id, networkHeight),
  }
}
