/** Signs with one key. The same message gives the same signature. */
export interface Signer {
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** A whole number of little-endian bytes; their count is a multiple of eight. */
export function fromLittleEndian(bytes: Buffer): bigint {
  let value = 0n
  for (let at = bytes.length - 8; at >= 0; at -= 8) value = (value << 64n) | bytes.readBigUInt64LE(at)
  return value
}

/** `length` little-endian bytes, a multiple of eight. */
export function toLittleEndian(value: bigint, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0, rest = value; at < length; at += 8, rest >>= 64n) {
    bytes.writeBigUInt64LE(rest & 0xffff_ffff_ffff_ffffn, at)
  }
  return bytes
}

export function fromBigEndian(bytes: Buffer): bigint {
  return fromLittleEndian(Buffer.from(bytes).reverse())
}

export function toBigEndian(value: bigint, length: number): Buffer {
  return toLittleEndian(value, length).reverse()
}
