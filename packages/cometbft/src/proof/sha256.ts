import { sha256 as noble } from '@noble/hashes/sha2.js'

type Hash = (bytes: Uint8Array) => Uint8Array

/** In JavaScript, for wherever a program runs. */
export const portableSha256: Hash = noble

let hash = portableSha256

/** SHA-256, of which a block of a hundred validators takes some two hundred. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes)
}

/**
 * The same function as the platform has it, for a program to say before it reads a chain: of short messages ten times as
 * quick as the one in JavaScript, which is there for everybody else.
 */
export function hashWith(native: Hash): void {
  hash = native
}
