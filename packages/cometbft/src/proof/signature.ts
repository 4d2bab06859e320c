import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { SetMember } from '../domain.ts'
import { kindOf } from './set-hash.ts'

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

/**
 * Signatures by the rules that CometBFT has for them. For ed25519 that is ZIP-215, which takes a few signatures that
 * a stricter rule refuses: a crooked validator could make a true block look forged. So who says no is asked again.
 * BLS keys are not checked: it would take seconds a block, so chains that have them count as not provable.
 */
export function createCheckSignature(native: NativeSignatures | null = null): CheckSignature {
  return (member, data, signature) => {
    if (signature.length !== signatureBytes) return false
    switch (kindOf(member)) {
      case 'ed25519':
        if (native?.ed25519(member.key, data, signature) === true) return true
        return quietly(() => ed25519.verify(signature, data, member.key, { zip215: true }))
      case 'secp256k1':
        if (!isLow(signature)) return false
        if (native !== null) return native.secp256k1(member.key, data, signature)
        return quietly(() => secp256k1.verify(signature, data, member.key, { prehash: true, lowS: true }))
      default:
        return false
    }
  }
}

/** Whether signatures by such a key are checked at all. */
export function isCheckable(member: Pick<SetMember, 'keyType' | 'key'>): boolean {
  const kind = kindOf(member)
  return kind === 'ed25519' || kind === 'secp256k1'
}

/** Half of the order of secp256k1: of the two signatures that hold, CometBFT takes the one whose s is not above it. */
const halfOrder = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n

function isLow(signature: Uint8Array): boolean {
  let s = 0n
  for (const byte of signature.subarray(32)) s = (s << 8n) | BigInt(byte)
  return s <= halfOrder
}

function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
