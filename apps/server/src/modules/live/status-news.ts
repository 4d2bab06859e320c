import type { NetworkStatus } from '@roundsman/contract/validators'

/** Ms after which a change of status that is no news is sent too, so that the page's ages stay true. */
export const quietStatusMs = 8_000

/** What the page has from `height`, and what says no more than that the network goes on. */
type Quiet = 'height' | 'latest_block_at' | 'observed_at' | 'block_time_seconds' | 'signed_power_share'

/**
 * Whether a status says something at once that the page does not work out from `height`. Each block moves the block
 * time and the share of power that signed a little: by a tenth of the one, or a hundredth of all power, it is news.
 */
export function isStatusNews(before: NetworkStatus, after: NetworkStatus): boolean {
  if (JSON.stringify(loud(before)) !== JSON.stringify(loud(after))) return true
  return (
    isShifted(before.block_time_seconds, after.block_time_seconds, (before.block_time_seconds ?? 0) / 10) ||
    isShifted(before.signed_power_share, after.signed_power_share, 0.01)
  )
}

function loud({
  height: _height,
  latest_block_at: _latest,
  observed_at: _observed,
  block_time_seconds: _seconds,
  signed_power_share: _share,
  ...rest
}: NetworkStatus): Omit<NetworkStatus, Quiet> {
  return rest
}

function isShifted(before: number | null, after: number | null, by: number): boolean {
  if (before === null || after === null) return before !== after
  return Math.abs(after - before) > by
}
