import { z } from 'zod'
import type { SetMember } from './domain.ts'
import { address, bytes, height, int64, listOf, safeInt } from './wire.ts'

// A key of a type that we have never heard of passes: the address stands beside it.
const publicKey = z
  .object({ type: z.string().max(128), value: bytes.catch(new Uint8Array()) })
  .nullish()
  .catch(null)

const page = z.object({
  block_height: height,
  validators: listOf(
    z.object({
      address,
      pub_key: publicKey,
      // Above 2^53 on chains that count in gwei (0G).
      voting_power: int64.refine((power) => power >= 0n),
    }),
  ).nullable(),
  total: safeInt.refine((total) => total >= 0),
})

export interface ValidatorsPage {
  height: number
  members: SetMember[]
  /** Size of the whole set. */
  total: number
}

/** One page of `/validators`. `proposer_priority` is not read. */
export function decodeValidatorsPage(value: unknown): ValidatorsPage {
  const { block_height, validators, total } = page.parse(value)
  const members = (validators ?? []).map((validator) => ({
    address: validator.address,
    keyType: validator.pub_key?.type ?? '',
    key: validator.pub_key?.value ?? new Uint8Array(),
    power: validator.voting_power,
  }))
  return { height: block_height, members, total }
}
