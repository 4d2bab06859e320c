import { createHash } from 'node:crypto'

/** What the database keeps of a secret of 256 random bits: enough to find it, not enough to use it. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}
