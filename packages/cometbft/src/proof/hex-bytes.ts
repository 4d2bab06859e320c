import { hex } from '@scure/base'

/** Bytes of upper-case hex, as the wire has hashes and addresses. @throws Error on anything else */
export function fromHex(text: string): Uint8Array {
  return hex.decode(text.toLowerCase())
}

/** Upper-case hex. */
export function toHex(bytes: Uint8Array): string {
  return hex.encode(bytes).toUpperCase()
}
