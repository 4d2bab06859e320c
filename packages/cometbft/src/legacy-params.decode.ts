import { z } from 'zod'
import { decToScaled } from './dec.ts'
import { ShapeError } from './shape-error.ts'

/** Parameters of SDKs up to 0.46, each a JSON value under its own key of x/params. */
export const LEGACY_STAKING = ['staking/UnbondingTime', 'staking/MaxValidators'] as const
export const LEGACY_SLASHING = [
  'slashing/SignedBlocksWindow',
  'slashing/MinSignedPerWindow',
  'slashing/DowntimeJailDuration',
] as const

const digits = z.union([z.string().regex(/^\d{1,18}$/), z.int().min(0)]).transform(Number)
const dec = z
  .string()
  .max(100)
  .refine((value) => decToScaled(value) >= 0n)

/** Whole number as the chain writes it: text or a number. Durations are nanoseconds. @throws ShapeError */
export function legacyNumber(bytes: Uint8Array): number {
  return digits.parse(json(bytes))
}

/** Nanoseconds → ms. @throws ShapeError */
export function legacyDurationMs(bytes: Uint8Array): number {
  return Math.floor(legacyNumber(bytes) / 1_000_000)
}

/** A fraction with its point. @throws ShapeError */
export function legacyDec(bytes: Uint8Array): string {
  return dec.parse(json(bytes))
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new ShapeError('a parameter is not JSON')
  }
}
