import type { Validator } from '@roundsman/contract/networks/validators'
import { bech32, hex } from '@scure/base'

type Addresses = Pick<Validator, 'operator_address' | 'consensus_address'>

/** Letters of the checksum at the end of a bech32 address, which differs with the prefix. */
const checksumLetters = 6
const longestBech32 = 120

/** Finds a validator by a part of its moniker, or of one of its addresses in any of its forms. */
export function validatorMatcher(text: string): (row: Validator) => boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return () => true
  const byAddress = addressMatcher(wanted)
  return (row) => row.moniker?.toLowerCase().includes(wanted) === true || byAddress(row)
}

/**
 * Finds a validator by any form of its addresses: operator and consensus address as they are, the account of its
 * operator, and the bytes of each in hex, with or without 0x. A part of an address is enough.
 */
function addressMatcher(text: string): (row: Addresses) => boolean {
  const wanted = text.toLowerCase()
  const letters = /^[a-z]+1([02-9ac-hj-np-z]+)$/.exec(wanted)?.[1] ?? null
  const digits = /^(?:0x)?([0-9a-f]+)$/.exec(wanted)?.[1] ?? null
  return ({ operator_address, consensus_address }) =>
    [operator_address, consensus_address].some((address) => {
      if (address === null) return false
      if (address.toLowerCase().includes(wanted)) return true
      const known = formsOf(address)
      return (
        (letters !== null && known.letters !== null && begin(letters, known.letters)) ||
        (digits !== null && known.hex !== null && known.hex.includes(digits))
      )
    })
}

/**
 * Whether one of the two is the beginning of the other, up to the checksum: the same bytes have the same letters under
 * every prefix. A few letters alone say nothing.
 */
function begin(wanted: string, letters: string): boolean {
  return wanted.length >= 4 && letters.startsWith(wanted.slice(0, letters.length))
}

interface Forms {
  /** What stands between prefix and checksum; null for an address that is no bech32. */
  letters: string | null
  hex: string | null
}

/** Each address is taken apart once. There are a few hundred of a network, and a page shows one network. */
const taken = new Map<string, Forms>()

function formsOf(address: string): Forms {
  const known = taken.get(address) ?? takeApart(address)
  taken.set(address, known)
  return known
}

function takeApart(address: string): Forms {
  if (/^(0x)?[0-9a-f]{40}$/i.test(address))
    return { letters: null, hex: address.toLowerCase().replace(/^0x/, '') }
  const end = address.lastIndexOf('1')
  const decoded = bech32.decodeUnsafe(address, longestBech32)
  if (decoded === undefined) return { letters: null, hex: null }
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  return {
    letters: address.slice(end + 1, -checksumLetters).toLowerCase(),
    hex: bytes ? hex.encode(bytes) : null,
  }
}
