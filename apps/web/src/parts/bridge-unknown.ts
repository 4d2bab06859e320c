import type { Bridge } from '@roundsman/contract/bridges'

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
