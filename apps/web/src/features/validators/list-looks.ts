import type { NetworkStatus } from '@roundsman/contract/validators'
import { isOld, type NetworkHealth } from '../../data/network-health.ts'
import type { ListLooks } from './list-context.ts'

/** How rows are written, given how far they may be trusted. A halted network keeps its last state: it is true. */
export function looksOf(status: NetworkStatus, health: NetworkHealth | null): ListLooks {
  const age = isOld(health) ? health.age : null
  const blockTime = status.block_time_seconds ?? 0
  return {
    unit: status.unit,
    staleAge: age,
    unseenBlocks: age === null || blockTime <= 0 ? 0 : Math.min(60, Math.floor(age / blockTime)),
    halted: health?.kind === 'halted',
  }
}

export function sameLooks(a: ListLooks, b: ListLooks): boolean {
  return (
    a.unit?.symbol === b.unit?.symbol &&
    a.unit?.decimals === b.unit?.decimals &&
    a.staleAge === b.staleAge &&
    a.unseenBlocks === b.unseenBlocks &&
    a.halted === b.halted
  )
}
