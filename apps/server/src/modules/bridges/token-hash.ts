import { createHash } from 'node:crypto'

/** What the database keeps of a token of 256 random bits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}
