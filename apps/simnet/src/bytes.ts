/** All parts in one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

/** Length as a protobuf varint, then the bytes. */
export function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  const head: number[] = []
  let rest = bytes.length
  for (; rest > 127; rest >>>= 7) head.push((rest & 127) | 128)
  return Buffer.concat([Uint8Array.from([...head, rest]), bytes])
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b)
}
