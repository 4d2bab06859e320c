import { type NetworkNow, standingOf } from '@roundsman/bridges/bridge-standing'
import type { SharedBridge } from '@roundsman/contract/screen-events'
import type { ListedRow } from './bridge.store.ts'
import { isContested } from './claim.policy.ts'

/** The bridges that count: what is collected elsewhere stands beside a pushed one only while that is contested. */
export function shownOf<R extends Pick<ListedRow, 'source' | 'peerId' | 'contestedAt'>>(
  rows: readonly R[],
  now: number,
): R[] {
  const settled = new Set(
    rows.filter((row) => row.source === 'OTLP' && !isContested(row, now)).map(({ peerId }) => peerId),
  )
  return rows.filter(({ source, peerId }) => source === 'OTLP' || !settled.has(peerId))
}

/** A bridge as everybody is shown it. */
export function bridgeView(row: ListedRow, network: NetworkNow, validatorId: number | null): SharedBridge {
  const { id, peerId, name, source, state } = row
  const { otelState, syncStatus, lag } = standingOf(state, source, network)
  return {
    ...{ id, name, source, lag },
    peer_id: peerId,
    version: state.version,
    height: state.height,
    sync_status: syncStatus,
    last_otel_update: new Date(state.updatedAt).toISOString(),
    otel_state: otelState,
    started_at: state.startedAt === null ? null : new Date(state.startedAt * 1000).toISOString(),
    validator_id: validatorId,
    contested: isContested(row, network.now),
  }
}
