import { bytesToHex } from '@noble/hashes/utils.js'

/** Upper-case hex, as CometBFT writes hashes and addresses. */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes).toUpperCase()
}
