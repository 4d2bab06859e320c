import { hash } from 'node:crypto'

/** SHA-256 of nothing: root of an empty tree, upper-case hex. */
export const EMPTY_HASH = noiseHash('')

/** A hash that stands for something which nobody looks into, upper-case hex. */
export function noiseHash(text: string): string {
  return hash('sha256', text).toUpperCase()
}
