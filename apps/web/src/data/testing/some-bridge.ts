import type { Bridge } from '@roundsman/contract/bridges/bridges'

/** A bridge that is in sync, with whatever a test wants otherwise. */
export function someBridge(change: Partial<Bridge> & { id: number }): Bridge {
  return {
    peer_id: `12D3KooWBridge${change.id}`,
    name: `Bridge ${change.id}`,
    version: 'v0.31.4',
    height: 100,
    lag: 0,
    sync_status: 'SYNCED',
    last_otel_update: '2026-11-21T12:00:00.000Z',
    otel_state: 'FRESH',
    started_at: '2026-11-20T12:00:00.000Z',
    validator_id: null,
    owned: false,
    contested: false,
    source: 'OTLP',
    ...change,
  }
}
