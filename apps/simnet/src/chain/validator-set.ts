import type { SetMember } from '@roundsman/cometbft/domain'
import { setHash } from '@roundsman/cometbft/proof/block-hash'
import { type ConsensusKey, keyTypeNames } from '../keys/consensus-key.ts'

export interface SetPlace {
  /** Place in the roster. */
  index: number
  power: bigint
  key: ConsensusKey
}

/** The validators that sign a block, in CometBFT's order: power descending, then address ascending. */
export interface ValidatorSet {
  members: readonly SetPlace[]
  /** Their places in the roster once more, for loops over every block. */
  indices: Int32Array
  totalPower: bigint
  /** Sums of power up to and with each place, for a draw by weight. */
  sums: Float64Array
  /** `validators_hash`, upper-case hex. */
  hash(): string
}

export function createValidatorSet(members: SetPlace[]): ValidatorSet {
  members.sort((a, b) => {
    if (a.power !== b.power) return a.power > b.power ? -1 : 1
    return a.key.hex < b.key.hex ? -1 : 1
  })
  const sums = new Float64Array(members.length)
  let sum = 0
  let totalPower = 0n
  for (const [at, place] of members.entries()) {
    sum += Number(place.power)
    totalPower += place.power
    sums[at] = sum
  }
  let hash: string | null = null
  return {
    members,
    indices: Int32Array.from(members, (place) => place.index),
    totalPower,
    sums,
    hash() {
      hash ??= setHash(members.map(memberOf)) ?? ''
      return hash
    },
  }
}

function memberOf({ key, power }: SetPlace): SetMember {
  return { address: key.hex, keyType: keyTypeNames[key.type], key: key.publicKey, power }
}

export function sameSet(a: readonly SetPlace[], b: readonly SetPlace[]): boolean {
  return a.length === b.length && a.every((place, at) => isSame(place, b[at]))
}

function isSame(a: SetPlace, b: SetPlace | undefined): boolean {
  return b !== undefined && a.index === b.index && a.power === b.power && a.key === b.key
}
