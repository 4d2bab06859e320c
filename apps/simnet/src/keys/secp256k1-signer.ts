import { createECDH, hash } from 'node:crypto'
import { fromBigEndian, type Signer, toBigEndian } from './signer.ts'

/** Order of the base point. */
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n

/** ECDSA over SHA-256 as CometBFT wants it: r and s in 64 bytes, s in the lower half. One nonce for all messages, as for Ed25519. */
export function secp256k1Signer(seed: string): Signer {
  const own = point(`${seed}/key`)
  let nonce: { r: bigint; inverse: bigint; rTimesKey: bigint } | null = null
  return {
    publicKey: own.publicKey,
    sign(message) {
      nonce ??= prepare(own.scalar, point(`${seed}/nonce`))
      const digest = fromBigEndian(hash('sha256', message, 'buffer'))
      const s = (nonce.inverse * (digest + nonce.rTimesKey)) % ORDER
      const low = s > ORDER / 2n ? ORDER - s : s
      return Buffer.concat([toBigEndian(nonce.r, 32), toBigEndian(low, 32)])
    },
  }
}

interface Point {
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array
  scalar: bigint
}

function prepare(key: bigint, nonce: Point) {
  const r = fromBigEndian(Buffer.from(nonce.publicKey.subarray(1))) % ORDER
  return { r, inverse: inverse(nonce.scalar), rTimesKey: (r * key) % ORDER }
}

function point(text: string): Point {
  const seed = hash('sha256', text, 'buffer')
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(seed)
  return {
    publicKey: Uint8Array.from(curve.getPublicKey(null, 'compressed')),
    scalar: fromBigEndian(seed),
  }
}

/** By Fermat: value ^ (order - 2). */
function inverse(value: bigint): bigint {
  let result = 1n
  let base = value % ORDER
  for (let rest = ORDER - 2n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * base) % ORDER
    base = (base * base) % ORDER
  }
  return result
}
