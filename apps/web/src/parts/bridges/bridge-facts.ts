import type { Bridge } from '@roundsman/contract/bridges/bridges'

/** Why nobody can say how far a bridge is. */
export type UnknownReason = 'never' | 'silent' | 'noHeight' | 'above' | 'network'

/** The reason for the state UNKNOWN, the nearest one first; null where the state is known. */
export function unknownReason(
  bridge: Pick<Bridge, 'sync_status' | 'otel_state' | 'height'>,
  networkHeight: number | null,
): UnknownReason | null {
  if (bridge.sync_status !== 'UNKNOWN') return null
  if (bridge.otel_state === 'NEVER') return 'never'
  if (bridge.otel_state === 'STALE') return 'silent'
  if (bridge.height === null) return 'noHeight'
  return networkHeight !== null && bridge.height > networkHeight ? 'above' : 'network'
}

/** So many blocks behind are shown as time, too; fewer are the pace of the pushes. */
const shownFrom = 3

/** Seconds that a bridge is behind, by the pace of the network; null where it is not known or too little to be shown. */
export function secondsBehind({ lag }: Pick<Bridge, 'lag'>, blockSeconds: number | null): number | null {
  return lag === null || lag < shownFrom || blockSeconds === null ? null : lag * blockSeconds
}

/** Numbers of a version: `v0.31.4`, `0.32.1-mocha`; null where it does not begin with numbers. */
function numbersOf(version: string): number[] | null {
  const numbers = /^v?(\d+(?:\.\d+)+)/.exec(version.trim())?.[1]
  return numbers === undefined ? null : numbers.split('.').map(Number)
}

/** Negative where `a` is the older one. What follows the numbers (`-mocha`, `-rc1`) says nothing of which is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (left === null || right === null) return (left === null ? 0 : 1) - (right === null ? 0 : 1)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The newest version that any of them runs; null where none says one. */
export function newestVersion(bridges: readonly Pick<Bridge, 'version'>[]): string | null {
  return bridges.reduce<string | null>((newest, { version }) => {
    if (version === null || numbersOf(version) === null) return newest
    return newest === null || compareVersions(version, newest) > 0 ? version : newest
  }, null)
}

/** Whether it runs an older version than the newest one; false where it does not say which. */
export function isOlder({ version }: Pick<Bridge, 'version'>, newest: string | null): boolean {
  return (
    version !== null && newest !== null && numbersOf(version) !== null && compareVersions(version, newest) < 0
  )
}

/** "12D3KooWQm…f8Rk": the first ten letters, of which eight are those of most peer ids, and the last four. */
export function shortPeerId(peerId: string): string {
  return peerId.length <= 15 ? peerId : `${peerId.slice(0, 10)}…${peerId.slice(-4)}`
}

/** True for what looks like a peer id: a bridge without a name is called by it. */
export function isPeerId(text: string): boolean {
  return /^(12D3KooW|16Uiu2HA|Qm)[1-9A-HJ-NP-Za-km-z]{38,}$/.test(text)
}
