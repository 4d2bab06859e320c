import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import { listOf, type Situation, stageTime } from './answers.ts'

const ago = (seconds: number) => new Date(stageTime.getTime() - seconds * 1_000).toISOString()

/** Whom a bridge is called after: invented names, two of which are long. */
const names = [
  ...['copper-bridge-1', 'copper-bridge-2', 'tallow-da', 'cobalt-bridge', 'tidewater-bridge', 'birch-eu'],
  ...['birch-us', null, 'saltmarsh-bridge-1', 'old-mill', 'kestrel-da-2', null, 'granite-a', 'weathervane-1'],
  ...['foghorn', 'harrow-bridge', 'plumb-1', 'lowland-da-in-the-second-rack-of-frankfurt'],
]
const total = 37
const own = 4
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** As long as those of real bridges, and the same each time. */
function peerIdOf(id: number): string {
  let state = id * 7_919 + 13
  const rest = Array.from({ length: 44 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return letters[(state >>> 8) % letters.length]
  })
  return `12D3KooW${rest.join('')}`
}

/** What is not as usual, by id. */
const changes: Readonly<Record<number, Partial<Bridge>>> = {
  3: { sync_status: 'STALLED', lag: 418, version: 'v0.30.2', started_at: ago(25_200) },
  4: { sync_status: 'CATCHING_UP', lag: 86_412 },
  7: { version: 'v0.31.3' },
  8: { source: 'SCRAPE', validator_id: null },
  10: { source: 'SCRAPE', version: 'v0.31.2', lag: 2 },
  12: {
    ...{ source: 'SCRAPE', validator_id: null, version: 'v0.29.1', sync_status: 'UNKNOWN', lag: null },
    ...{ otel_state: 'STALE', last_otel_update: ago(372), height: null },
  },
  13: { contested: true },
  16: { version: 'v0.31.3' },
  22: { sync_status: 'UNKNOWN', lag: null, otel_state: 'STALE', last_otel_update: ago(7_260) },
}

/** One of them, as it stands at a height of the network. */
export function bridgeOf(id: number, networkHeight: number): Bridge {
  const change = changes[id] ?? {}
  const lag = change.lag === undefined ? (id % 5 === 2 ? 1 : 0) : change.lag
  return {
    id,
    peer_id: peerIdOf(id),
    name: id <= names.length ? (names[id - 1] ?? null) : `bridge-${id}`,
    version: 'v0.31.4',
    height: networkHeight - (lag ?? 0),
    sync_status: 'SYNCED',
    last_otel_update: ago(1 + ((id * 7) % 10)),
    otel_state: 'FRESH',
    started_at: ago(86_400 * (1 + (id % 9))),
    validator_id: id,
    owned: id <= own,
    contested: false,
    source: 'OTLP',
    ...change,
    lag,
  }
}

/** The bridges of the first network in a situation. */
export function bridgesOf(as: Situation): BridgesList {
  const { network_height: height } = listOf(1, as)
  const bridges = Array.from({ length: as === 'no-alerts' ? 0 : total }, (_, at) =>
    bridgeOf(at + 1, height ?? 0),
  )
  return { network_height: height, bridges }
}

/** The user's tokens: one that works, one that is refused, one that nobody has used yet. */
export const bridgeTokens = [
  {
    ...{ id: 1, name: 'copper-bridge-1', validator_id: 1, peer_id: peerIdOf(1) },
    ...{ last_used_at: ago(3), problem: null, team_id: 3 },
  },
  {
    ...{ id: 2, name: 'cobalt-bridge-2', validator_id: null, peer_id: null },
    ...{ last_used_at: ago(8), problem: 'wrong_network', team_id: null },
  },
  {
    ...{ id: 3, name: 'harbour-da', validator_id: null, peer_id: null },
    ...{ last_used_at: null, problem: null, team_id: null },
  },
]

/** What a new token is; the first push does not come while a picture is taken. */
export const newBridgeToken = {
  id: 3,
  name: 'harbour-da',
  token: 'Ex4mpleT0ken_4f8k2m9q7w3x6z1c5v0bEx4mpleT0k',
}
