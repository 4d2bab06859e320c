import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { assetUrl } from '../../../platform/entry-url.ts'

/** Of each password so many bits are set, and 24 kept: one good password in 100,000 is taken for a leaked one. */
const bitsSet = 17

/** The bits of a filter of so many that stand for a password, in whatever case it is written. */
export function bitsOf(password: string, size: number): number[] {
  const digest = createHash('sha256').update(password.toLowerCase()).digest()
  // 48 bits each, so that all sums stay whole.
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)]
  return Array.from({ length: bitsSet }, (_, index) => (first + index * step) % size)
}

let filter: Buffer | undefined

/**
 * Whether a password is among those of eight characters or more of the million most common ones that were leaked
 * (SecLists, MIT licence, copyright 2018 Daniel Miessler): 474,743 of them, as a Bloom filter, since they are many, and many
 * are not fit to print. `tools/src/leaked-passwords.ts` makes it.
 */
export function isLeaked(password: string): boolean {
  const bits = (filter ??= readFileSync(new URL('leaked-passwords.bloom', assetUrl('assets'))))
  return bitsOf(password, bits.length * 8).every((bit) => ((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}
