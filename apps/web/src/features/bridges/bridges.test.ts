import { bridgeTokenProblems } from '@roundsman/contract/bridges/bridge-tokens'
import { describe, expect, it } from 'vitest'
import { someBridge } from '../../data/testing/some-bridge.ts'
import { someValidator } from '../../data/testing/some-list.ts'
import {
  compareVersions,
  isOlder,
  newestVersion,
  secondsBehind,
  shortPeerId,
  unknownReason,
} from '../../parts/bridges/bridge-facts.ts'
import { compareValues, countByShow, filterBridges, sortValue } from './bridge-rows.ts'
import { bridgesCsv } from './bridges-page.tsx'
import { bridgesSearch, parseBridgesSearch, sortedBy, viewOf } from './bridges-view.ts'
import { pushStateOf } from './connect/push-state.tsx'
import {
  collectorConfig,
  commandLine,
  environment,
  flagsOf,
  systemdUnit,
  targetOf,
} from './connect/snippets.tsx'

const synced = someBridge({ id: 1, name: 'copper-1', validator_id: 7, owned: true })
const stalled = someBridge({ id: 2, name: 'tallow', sync_status: 'STALLED', lag: 418, version: 'v0.30.2' })
const behind = someBridge({ id: 3, sync_status: 'CATCHING_UP', lag: 9, contested: true })
const silent = someBridge({
  ...{ id: 4, name: null, sync_status: 'UNKNOWN', otel_state: 'STALE', lag: null, version: null },
})
const all = [synced, stalled, behind, silent]
const runner = someValidator({ id: 7, moniker: 'Copper Lantern' })
const idsOf = (show: Parameters<typeof filterBridges>[1]['show'], q = '') =>
  filterBridges(all, { show, q }, (id) => (id === 7 ? runner : undefined)).map(({ id }) => id)

describe('P192: what the address of the bridges says', () => {
  it('is search, filter and sort; the default and what is not understood stay out', () => {
    const search = { q: 'a', show: 'mine', sort: 'lag' }
    expect(parseBridgesSearch({ ...search, x: 1 })).toEqual(search)
    expect(parseBridgesSearch({ show: 'odd', sort: 'peer', q: 3 })).toEqual({})
    expect(parseBridgesSearch({ show: 'all', sort: 'name' })).toEqual({})
    expect(bridgesSearch(viewOf({ sort: 'height.asc' }))).toEqual({ sort: 'height.asc' })
  })
  it('turns round when the same column is asked for again', () => {
    const byLag = sortedBy(viewOf({}), 'lag')
    expect(byLag.sort).toEqual({ id: 'lag', desc: true })
    expect(sortedBy(byLag, 'lag').sort).toEqual({ id: 'lag', desc: false })
  })
  it('finds by a part of a name, of a peer id or of the moniker of its validator', () => {
    expect(idsOf('all', 'TALL')).toEqual([2])
    expect(idsOf('all', behind.peer_id.slice(6))).toEqual([3])
    expect(idsOf('all', 'lantern')).toEqual([1])
    expect(idsOf('mine', 'tall')).toEqual([])
  })
  it('filters, and counts what each filter has', () => {
    expect([idsOf('mine'), idsOf('notSynced'), idsOf('older'), idsOf('contested')]).toEqual([
      ...[[1], [2, 3, 4], [2], [3]],
    ])
    expect(countByShow(all)).toEqual({
      ...{ all: 4, mine: 1, notSynced: 3, older: 1, stalled: 1, catchingUp: 1, unknown: 1, contested: 1 },
    })
  })
  it('puts what is not known last, versions by their numbers', () => {
    expect([sortValue(silent, 'lag'), sortValue(silent, 'version'), sortValue(silent, 'name')]).toEqual([
      ...[undefined, undefined, undefined],
    ])
    const names = (a: string, b: string) => a.localeCompare(b)
    expect(compareValues('version', 'v0.9.0', 'v0.10.0', names)).toBeLessThan(0)
    expect(compareValues('lag', 9, 418, names)).toBeLessThan(0)
    expect(
      compareValues('sync', sortValue(stalled, 'sync'), sortValue(silent, 'sync'), names),
    ).toBeGreaterThan(0)
  })
})

describe('P190, P193, P194: what is said of a bridge', () => {
  it('P190: time behind by the pace of the network, from three blocks on', () => {
    expect([0, 2, 3, 418].map((lag) => secondsBehind({ lag }, 6))).toEqual([null, null, 18, 2_508])
    expect([secondsBehind({ lag: null }, 6), secondsBehind({ lag: 418 }, null)]).toEqual([null, null])
  })
  it('P190: a peer id in short tells bridges apart', () => {
    expect(shortPeerId('12D3KooWQmAAAAAAAAf8Rk')).toBe('12D3KooWQm…f8Rk')
    expect(shortPeerId('short')).toBe('short')
  })
  it.each([
    ['v0.31.4', '0.31.4', 0],
    ['v0.32.1-mocha', 'v0.32.1', 0],
    ['v0.9.9', 'v0.10.0', -1],
    ['v1.0', 'v1.0.1', -1],
    ['nightly', 'v0.1.0', -1],
  ])('P193: %s against %s', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign)
    expect(Math.sign(compareVersions(b, a)) + sign).toBe(0)
  })
  it('P193: marks whoever runs an older one than another, and nobody of whom none is known', () => {
    const newest = newestVersion(all)
    expect(newest).toBe('v0.31.4')
    expect(all.map((bridge) => isOlder(bridge, newest))).toEqual([false, true, false, false])
    expect(newestVersion([silent, { version: 'nightly' }])).toBeNull()
    expect(isOlder({ version: 'nightly' }, newest)).toBe(false)
  })
  it('P194: why nobody knows how far it is', () => {
    const unknown = someBridge({ id: 9, sync_status: 'UNKNOWN', lag: null })
    const reasons = [
      unknownReason({ ...unknown, otel_state: 'NEVER' }, 100),
      unknownReason({ ...unknown, otel_state: 'STALE' }, 100),
      unknownReason({ ...unknown, height: null }, 100),
      unknownReason({ ...unknown, height: 101 }, 100),
      unknownReason(unknown, null),
      unknownReason(synced, 100),
    ]
    expect(reasons).toEqual(['never', 'silent', 'noHeight', 'above', 'network', null])
  })
  it('P196: CSV in the words of the contract', () => {
    const [head, row] = bridgesCsv([{ ...silent, name: '=1+1' }]).split('\r\n')
    expect(head?.startsWith('id,name,peer_id,version,height,lag,sync_status')).toBe(true)
    expect(row?.startsWith(`4,'=1+1,${silent.peer_id},,100,,UNKNOWN,`)).toBe(true)
  })
})

describe('P201: what to run', () => {
  const https = targetOf('https://celestia.example.org')
  const http = targetOf('http://127.0.0.1:8080')
  it('is given the address without scheme, and plain http alone switches TLS off', () => {
    expect(flagsOf(https)).toBe('--metrics --p2p.metrics --metrics.endpoint celestia.example.org:443')
    expect(flagsOf(http)).toBe(
      '--metrics --p2p.metrics --metrics.tls=false --metrics.endpoint 127.0.0.1:8080',
    )
    expect(targetOf('http://n1.localhost').endpoint).toBe('n1.localhost:80')
  })
  it('has the token where each way to run it wants it', () => {
    expect(commandLine('tok', https)).toBe(
      "OTEL_EXPORTER_OTLP_HEADERS='Authorization=Bearer%20tok' \\\n" +
        '  celestia bridge start --metrics --p2p.metrics \\\n  --metrics.endpoint celestia.example.org:443',
    )
    expect(environment('tok')).toBe('OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20tok')
    expect(systemdUnit('tok')).toContain('"OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%%20tok"')
    const collector = collectorConfig('tok', https)
    expect(collector).toContain('    endpoint: https://celestia.example.org\n')
    expect(collector).toContain('      Authorization: Bearer tok\n')
  })
})

describe('P202: what has come of a token', () => {
  const token = { id: 5, peer_id: null, last_used_at: null, problem: null }
  const used = { ...token, last_used_at: '2026-11-21T12:00:00Z' }
  it('is nothing until its first push, also where the list does not know it yet', () => {
    expect([undefined, [], [token]].map((tokens) => pushStateOf(tokens, 5).kind)).toEqual([
      ...['waiting', 'waiting', 'waiting'],
    ])
  })
  it('is a bridge, or what came instead', () => {
    expect(pushStateOf([{ ...used, peer_id: 'p' }], 5)).toEqual({
      kind: 'connected',
      peerId: 'p',
      warning: null,
    })
    for (const problem of bridgeTokenProblems)
      expect(pushStateOf([{ ...used, problem }], 5)).toEqual({ kind: 'refused', problem })
  })
  it('is a bridge with a warning where its pushes are taken nevertheless', () => {
    const kinds = bridgeTokenProblems.map(
      (problem) => pushStateOf([{ ...used, peer_id: 'p', problem }], 5).kind,
    )
    expect(kinds).toEqual(['refused', 'refused', 'connected', 'refused', 'connected', 'refused'])
  })
})
