import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { SetMember } from '../domain.ts'
import { kindOf } from './block-hash.ts'

/** Whether a member signed some bytes. Never throws. */
export type CheckSignature = (
  member: Pick<SetMember, 'keyType' | 'key'>,
  data: Uint8Array,
  signature: Uint8Array,
) => boolean

/** Signatures checked by the platform's own code, ten times faster; `data` is what was signed, not its hash. */
export interface NativeSignatures {
  ed25519: (key: Uint8Array, data: Uint8Array, signature: Uint8Array) => boolean
  /** Compressed key, r‖s over SHA-256. */
  secp256k1: (key: Uint8Array, data: Uint8Array, signature: Uint8Array) => boolean
}

const signatureBytes = 64
/** r, s and the recovery id, as Ethereum has it. */
const ethSignatureBytes = 65

/**
 * Signatures by the rules that CometBFT has for them. For ed25519 that is ZIP-215, which takes a few signatures that
 * a stricter rule refuses: a crooked validator could make a true block look forged. So who says no is asked again.
 * BLS keys are not checked, since it would take seconds a block, and neither are ML-DSA keys, which not every Node can.
 */
export function createCheckSignature(native: NativeSignatures | null = null): CheckSignature {
  return (member, data, signature) => {
    const kind = kindOf(member)
    if (signature.length !== (kind === 'secp256k1eth' ? ethSignatureBytes : signatureBytes)) return false
    switch (kind) {
      case 'ed25519':
        if (native?.ed25519(member.key, data, signature) === true) return true
        return quietly(() => ed25519.verify(signature, data, member.key, { zip215: true }))
      case 'secp256k1':
        if (!isLow(signature)) return false
        if (native !== null) return native.secp256k1(member.key, data, signature)
        return quietly(() => secp256k1.verify(signature, data, member.key, { prehash: true, lowS: true }))
      case 'secp256k1eth':
        return isLow(signature) && quietly(() => isRecovered(member.key, data, signature))
      default:
        return false
    }
  }
}

/** Whether signatures by such a key are checked at all. */
export function isCheckable(member: Pick<SetMember, 'keyType' | 'key'>): boolean {
  const kind = kindOf(member)
  return kind === 'ed25519' || kind === 'secp256k1' || kind === 'secp256k1eth'
}

/** CometBFT's crypto/secp256k1eth: the key that a signature leads back to is the member's. */
function isRecovered(key: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const id = signature[signatureBytes]
  if (id !== 0 && id !== 1) return false
  const recovered = Uint8Array.of(id, ...signature.subarray(0, signatureBytes))
  const found = secp256k1.recoverPublicKey(recovered, keccak_256(data), { prehash: false })
  return found.length === key.length && found.every((byte, at) => byte === key[at])
}

/** Half of the order of secp256k1: of the two signatures that hold, CometBFT takes the one whose s is not above it. */
const halfOrder = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n

function isLow(signature: Uint8Array): boolean {
  let s = 0n
  for (const byte of signature.subarray(32, signatureBytes)) s = (s << 8n) | BigInt(byte)
  return s <= halfOrder
}

function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
