import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { toHex } from './hex.ts'
import type { RosterEntry } from './roster.ts'

export interface SetPlace {
  /** Place in the roster. */
  index: number
  power: bigint
}

/** The validators that sign a block, in CometBFT's order: power descending, then address ascending. */
export interface ValidatorSet {
  places: readonly SetPlace[]
  /** Their places in the roster once more, for loops over every block. */
  indices: Int32Array
  totalPower: bigint
  /** Sums of power up to and with each place, for a draw by weight. */
  sums: Float64Array
  hash(): string
}

export function createValidatorSet(places: SetPlace[], roster: readonly RosterEntry[]): ValidatorSet {
  const address = (place: SetPlace) => roster[place.index]?.consensusHex ?? ''
  places.sort((a, b) => {
    if (a.power !== b.power) return a.power > b.power ? -1 : 1
    return address(a) < address(b) ? -1 : 1
  })
  const sums = new Float64Array(places.length)
  let sum = 0
  let totalPower = 0n
  for (const [at, place] of places.entries()) {
    sum += Number(place.power)
    totalPower += place.power
    sums[at] = sum
  }
  let hash: string | null = null
  return {
    places,
    indices: Int32Array.from(places, (place) => place.index),
    totalPower,
    sums,
    hash() {
      hash ??= toHex(sha256(utf8ToBytes(places.map((place) => `${address(place)}:${place.power}`).join())))
      return hash
    },
  }
}

export function sameSet(a: readonly SetPlace[], b: readonly SetPlace[]): boolean {
  return (
    a.length === b.length &&
    a.every((place, at) => place.index === b[at]?.index && place.power === b[at]?.power)
  )
}
