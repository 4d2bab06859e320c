/** Upper-case hex, as CometBFT writes hashes and addresses. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex').toUpperCase()
}
