/** What one socket has told so far; times are monotonic ms. */
export interface ListeningState {
  openedAt: number
  isSubscribed: boolean
  /** When anything last came. */
  signAt: number
  /** The highest height that it announced, and when; at first the head as the socket was opened. */
  newest: number
  newestAt: number
  /** Since when it announces heights that no endpoint shows; null: it does not. */
  aheadSince: number | null
}

/** Why a socket is given up. `useless`: to come back soon would not help. */
export interface ListeningFault {
  reason: string
  kind: 'lost' | 'useless'
}

const subscribeMs = 15_000
/** Three pings unanswered: the other side is gone, though nobody said so. */
export const signMs = 30_000
/** Blocks that it leaves out, and for how long, before it counts as silent. */
const silentBlocks = 5
const silentMs = 15_000
/** Blocks that it is ahead of everybody, and for how long, before it counts as making them up. */
const aheadBlocks = 5
const aheadMs = 30_000

/** Since when it is ahead of the head, as of now. */
export function aheadSince(
  { newest, aheadSince: before }: ListeningState,
  head: number,
  now: number,
): number | null {
  return newest > head + aheadBlocks ? (before ?? now) : null
}

/** What is wrong with a socket at a moment; null: nothing. */
export function faultOf(heard: ListeningState, head: number, now: number): ListeningFault | null {
  if (!heard.isSubscribed && now - heard.openedAt >= subscribeMs)
    return { kind: 'lost', reason: `no subscription within ${subscribeMs / 1_000} s` }
  if (now - heard.signAt >= signMs) return { kind: 'lost', reason: `no sign of life for ${signMs / 1_000} s` }
  if (head >= heard.newest + silentBlocks && now - heard.newestAt >= silentMs)
    return { kind: 'lost', reason: `${head - heard.newest} blocks were not announced` }
  if (heard.aheadSince !== null && now - heard.aheadSince >= aheadMs)
    return { kind: 'useless', reason: 'it announces blocks that nobody has' }
  return null
}
