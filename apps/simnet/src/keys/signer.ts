/** Signs with one key. The same message gives the same signature. */
export interface Signer {
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}
