import { varint } from '@roundsman/cometbft/protobuf'

/** All parts in one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

/** Length as a protobuf varint, then the bytes. */
export function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([varint(bytes.length), bytes])
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b)
}

/** Upper-case hex, as CometBFT writes hashes and addresses. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex').toUpperCase()
}
