import { base64 } from '@scure/base'
import { z } from 'zod'
import type { SetMember } from '../domain.ts'
import { address, bytes, hash, height, int64 } from '../wire.ts'

/** A block that is believed, and the set it announces for the next one: where proofs of later blocks begin. */
export interface Trusted {
  height: number
  /** Header time, nanoseconds since 1970. */
  timeNs: bigint
  /** Upper-case hex. */
  hash: string
  nextValidatorsHash: string
  /** The set of `height + 1`, whose hash is `nextValidatorsHash`. */
  nextSet: readonly SetMember[]
  /** How the first block that this one was proven from came to be trusted. */
  origin: TrustOrigin
  /** The chain's unbonding time, which limits how long the block can be trusted; null while it is not known. */
  unbondingMs: number | null
}

/** The operator vouches for it; two hosts said the same; one host alone said so ("first seen", not anchored). */
export type TrustOrigin = 'GIVEN' | 'AGREED' | 'FIRST_SEEN'

const member = z.object({ address, keyType: z.string().max(128), key: bytes, power: int64 })
const trusted = z.object({
  height,
  timeNs: int64,
  hash,
  nextValidatorsHash: hash,
  nextSet: z.array(member).min(1),
  origin: z.enum(['GIVEN', 'AGREED', 'FIRST_SEEN']),
  unbondingMs: z.number().positive().nullable(),
})

/** What `JSON.stringify` takes: bigints are decimal strings, keys are base64. */
export type TrustedJson = z.input<typeof trusted>

export function encodeTrusted(block: Trusted): TrustedJson {
  return {
    ...block,
    timeNs: String(block.timeNs),
    nextSet: block.nextSet.map((one) => ({
      ...one,
      key: base64.encode(one.key),
      power: String(one.power),
    })),
  }
}

/** What `encodeTrusted` made; null for anything else, which is then not believed. */
export function decodeTrusted(value: unknown): Trusted | null {
  const parsed = trusted.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** While the chain's own unbonding time is not known: no longer than that of any chain we know of. */
const shortestUnbondingMs = 24 * 3_600_000

/**
 * Two thirds of the unbonding time, counted from the block's own time. Older, and validators who have taken their
 * stake away could sign another past at no cost. `now` is Unix ms.
 */
export function isExpired({ unbondingMs, timeNs }: Trusted, now: number): boolean {
  const trustingMs = ((unbondingMs ?? shortestUnbondingMs) * 2) / 3
  return now - Number(timeNs / 1_000_000n) > trustingMs
}
