import { createPublicKey, verify } from 'node:crypto'
import { type BridgePush, plausibleText } from '@roundsman/bridges/bridge-push'
import type { BridgeTokenProblem } from '@roundsman/contract/bridges/bridge-tokens'
import type { Networks } from '../networks/networks.public.ts'

/** The part of a token that decides what it may push. */
export interface Claimant {
  id: number
  peerId: string | null
  /** Whether whoever has it has shown the key of its peer id. */
  isProven: boolean
  /** Peer ids that the operator of the site has taken from its user. */
  released: readonly string[]
}

/** Who has a peer id, and when it last pushed; times in Unix ms. */
interface Holder {
  tokenId: number
  isProven: boolean
  updatedAt: number
}

/** A claim that was not used for this long may be taken over, and an attempt is shown for that long. */
const claimMs = 24 * 3_600_000
/** Whatever a peer id is made of, it has no spaces and is no longer. */
const peerIdPattern = /^[\x21-\x7e]{1,128}$/

type Claim =
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
  if (!token.isProven && token.released.includes(push.peerId)) return refused('released')
  if (holder === null) return { kind: 'taken', holds: false }
  if (holder.tokenId === token.id) return { kind: 'taken', holds: true }
  if (mayTakeOver(token, holder, now)) return { kind: 'taken', holds: false }
  return { kind: 'refused', problem: 'contested', isContest: true }
}

/** A proven claim is lost to a newer proven one alone; any other to every proven one, and after a day to anybody. */
function mayTakeOver(token: Claimant, holder: Holder, now: number): boolean {
  if (holder.isProven) return token.isProven && token.id > holder.tokenId
  return token.isProven || now - holder.updatedAt >= claimMs
}

export function isPeerId(peerId: string | null): peerId is string {
  return peerId !== null && peerIdPattern.test(peerId)
}

/** Whether another token tried to push for it lately. */
export function isContested({ contestedAt }: { contestedAt: number | null }, now: number): boolean {
  return contestedAt !== null && now - contestedAt < claimMs
}

/**
 * Whether a proof is the signature of a token by the key that a peer id names. An Ed25519 peer id is the key itself, so
 * nobody else has to be asked; and since the token is signed, a proof is of no use with another one.
 */
export function isProof({ peerId, proof }: Pick<BridgePush, 'peerId' | 'proof'>, tokenHash: string): boolean {
  const key = peerId === null || proof === null ? null : keyOf(peerId)
  if (key === null || proof === null) return false
  const signed = Buffer.from(`roundsman bridge ${tokenHash}`)
  const der = { key: Buffer.concat([spki, key]), format: 'der', type: 'spki' } as const
  return verify(null, signed, createPublicKey(der), Buffer.from(proof, 'base64url'))
}

/** What stands before the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')
/** And in a peer id: an identity multihash of 36 bytes, which are a libp2p key of type Ed25519. */
const multihash = '002408011220'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The Ed25519 key that a peer id is; null: it is of another kind, or none. */
function keyOf(peerId: string): Buffer | null {
  if (!peerId.startsWith('12D3KooW') || peerId.length !== 52) return null
  let number = 0n
  for (const letter of peerId) {
    const digit = base58.indexOf(letter)
    if (digit < 0) return null
    number = number * 58n + BigInt(digit)
  }
  const hex = number.toString(16).padStart(2 * 38, '0')
  return hex.length === 2 * 38 && hex.startsWith(multihash)
    ? Buffer.from(hex.slice(multihash.length), 'hex')
    : null
}

/**
 * Whether a namespace that a bridge names is a network's: one of the catalogue's `bridge_namespaces`; without any the
 * id of the chain that is followed, which may be another one than the catalogue names (W6); where that is not known
 * either, any name.
 */
export function namespaceTest(
  networks: Pick<Networks, 'byId'>,
  chainIdOf: (networkId: number) => string | null,
) {
  return (networkId: number, namespace: string | null): boolean => {
    if (plausibleText(namespace ?? undefined) === null || namespace === null) return false
    const network = networks.byId(networkId)
    const named = network?.bridge_namespaces ?? []
    if (named.length > 0) return named.includes(namespace)
    const chainId = chainIdOf(networkId) ?? network?.chain_id ?? null
    return chainId === null || chainId === namespace
  }
}
