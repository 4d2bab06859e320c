import type { BridgePush } from '@roundsman/bridges/bridge-push'
import type { BridgeTokenProblem } from '@roundsman/contract/bridge-tokens'

/** The part of a token that decides what it may push. */
export interface Claimant {
  id: number
  peerId: string | null
  isReleased: boolean
}

/** Who has a peer id, and when it last pushed; times in Unix ms. */
export interface Holder {
  tokenId: number
  contestedAt: number | null
  updatedAt: number
}

/** A claim that was not used for so long may be taken over, and an attempt is told for so long. */
export const claimMs = 24 * 3_600_000
/** Whatever a peer id is made of, it has no spaces and is no longer. */
const peerIdPattern = /^[\x21-\x7e]{1,128}$/

export type Claim =
  | { kind: 'refused'; problem: BridgeTokenProblem; isContest: boolean }
  /** Taken. `holds`: it has had the peer id before. */
  | { kind: 'taken'; holds: boolean }

/** Whether a token may push this. `accepted`: whether the namespace is the token's network. */
export function judgeClaim(
  push: Pick<BridgePush, 'kind' | 'isNode' | 'peerId'>,
  token: Claimant,
  { holder, accepted, now }: { holder: Holder | null; accepted: boolean; now: number },
): Claim {
  const refused = (problem: BridgeTokenProblem): Claim => ({ kind: 'refused', problem, isContest: false })
  if (push.kind !== 'Bridge' || !push.isNode || !isPeerId(push.peerId)) return refused('not_a_bridge')
  if (!accepted) return refused('wrong_network')
  if (token.peerId !== null && token.peerId !== push.peerId) return refused('another_peer')
  if (token.isReleased) return refused('released')
  if (holder === null) return { kind: 'taken', holds: false }
  if (holder.tokenId === token.id) return { kind: 'taken', holds: true }
  if (now - holder.updatedAt >= claimMs) return { kind: 'taken', holds: false }
  return { kind: 'refused', problem: 'contested', isContest: true }
}

export function isPeerId(peerId: string | null): peerId is string {
  return peerId !== null && peerIdPattern.test(peerId)
}

/** Whether another token tried to push for it lately. */
export function isContested({ contestedAt }: { contestedAt: number | null }, now: number): boolean {
  return contestedAt !== null && now - contestedAt < claimMs
}
