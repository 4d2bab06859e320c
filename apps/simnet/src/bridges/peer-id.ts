import { hash } from 'node:crypto'
import { base58 } from '@scure/base'

/** An Ed25519 public key as libp2p names it: an identity multihash of the key as protobuf. */
const prefix = Uint8Array.of(0x00, 0x24, 0x08, 0x01, 0x12, 0x20)

/** The peer id of a simulated bridge, the same for the same name. */
export function peerIdOf(name: string): string {
  return base58.encode(Uint8Array.of(...prefix, ...hash('sha256', `bridge ${name}`, 'buffer')))
}
