import { accountPrefix, bech32ToHex } from '@roundsman/cometbft/address'
import type { ValidatorRecord } from './model/validator-facts.ts'

type Named = Pick<ValidatorRecord, 'id' | 'operatorAddress' | 'consensusAddress' | 'removedAt'>

/**
 * The validator that an id, an operator or consensus address in bech32, or the bytes of one in hex, names among those
 * of a network; of two with one key, the one that has not left. Null: none, or an address of another network. Pure.
 */
export function findValidator<R extends Named>(records: readonly R[], name: string): R | null {
  const isNamed = /^\d{1,10}$/.test(name) ? hasId(Number(name)) : hasAddress(name, prefixOf(records))
  const found = records.filter(isNamed)
  return found.find(({ removedAt }) => removedAt === null) ?? found[0] ?? null
}

const hasId =
  (wanted: number) =>
  ({ id }: Named) =>
    id === wanted

/** Of the addresses of a network, which all have the same; null where no operator is known to have one. */
function prefixOf(records: readonly Named[]): string | null {
  const operator = records.find(({ operatorAddress }) => operatorAddress !== null)?.operatorAddress
  return operator == null ? null : accountPrefix(operator)
}

function hasAddress(name: string, ofNetwork: string | null): (record: Named) => boolean {
  const digits = /^(?:0x)?([0-9a-f]{40})$/i.exec(name)?.[1]?.toUpperCase()
  if (digits !== undefined) return (record) => isOfBytes(record, digits)
  const read = readBech32(name)
  if (read === null) return () => false
  const { address, prefix, hex } = read
  // The same key may validate elsewhere: without a prefix to compare, that would be taken for this network.
  const isConsensus = ofNetwork !== null && prefix === `${ofNetwork}valcons`
  return ({ operatorAddress, consensusAddress }) =>
    operatorAddress === address || (isConsensus && consensusAddress === hex)
}

function isOfBytes({ operatorAddress, consensusAddress }: Named, hex: string): boolean {
  if (consensusAddress === hex) return true
  return operatorAddress !== null && readBech32(operatorAddress)?.hex === hex
}

function readBech32(text: string): { address: string; prefix: string; hex: string } | null {
  try {
    return { address: text.toLowerCase(), ...bech32ToHex(text) }
  } catch {
    return null
  }
}
