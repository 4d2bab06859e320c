import { hex } from '@scure/base'
import { bech32ToHex } from '../address.ts'
import { ShapeError } from '../errors.ts'
import type { StateKey } from '../proof/state-proof.ts'

/** Where x/gov keeps what it knows: the same in every SDK from 0.46 to 0.55, also since it uses collections. */

export function proposalKey(id: number): StateKey {
  return { store: 'gov', key: Uint8Array.of(0x00, ...idBytes(id)) }
}

/** The vote of an operator (bech32): its account has the same bytes. @throws ShapeError */
export function voteKey(id: number, operator: string): StateKey {
  const voter = hex.decode(bech32ToHex(operator).hex.toLowerCase())
  return { store: 'gov', key: Uint8Array.of(0x20, ...idBytes(id), voter.length, ...voter) }
}

export const GOV_PARAMS_KEY: StateKey = { store: 'gov', key: Uint8Array.of(0x30) }

/** Celestia's x/signal: what is scheduled, and what an operator has signalled. */
export const SIGNALLED_UPGRADE_KEY: StateKey = { store: 'signal', key: Uint8Array.of(0x00) }

/** @throws ShapeError */
export function signalKey(operator: string): StateKey {
  return { store: 'signal', key: hex.decode(bech32ToHex(operator).hex.toLowerCase()) }
}

/**
 * The queue of proposals in voting period, by the end of the period and the id, as every SDK has it (`04‖id` marks them
 * too, but not in 0.46). Its entries are of one length, and begin with a time as Go writes it.
 */
const QUEUE = 0x01
const TIME_LENGTH = '2006-01-02T15:04:05.000000000'.length
const ENTRY_LENGTH = 1 + TIME_LENGTH + 8

export function queueEntry(id: number, votingEndNs: bigint): Uint8Array {
  const time = new Date(Number(votingEndNs / 1_000_000n)).toISOString().slice(0, -1)
  const nanos = String(votingEndNs % 1_000_000n).padStart(6, '0')
  return Uint8Array.of(QUEUE, ...new TextEncoder().encode(`${time}${nanos}`), ...idBytes(id))
}

/** The id of an entry; null where the key is none: below the queue there are the proposals. @throws ShapeError */
export function queuedId(key: Uint8Array): number | null {
  if (key[0] !== QUEUE) return null
  if (key.length !== ENTRY_LENGTH) throw new ShapeError('the queue of proposals has entries of another kind')
  const id = Number(new DataView(key.buffer, key.byteOffset + key.length - 8).getBigUint64(0))
  if (!Number.isSafeInteger(id) || id === 0) throw new ShapeError('a proposal has no such id')
  return id
}

/** A key above all entries, which nothing has: its neighbor below is the last entry. */
export const ABOVE_QUEUE: StateKey = { store: 'gov', key: Uint8Array.of(QUEUE, 0xff) }

/**
 * The place directly below an entry, where nothing is: one byte more than an entry with the id before it. Its neighbor
 * above is this entry, its neighbor below the one before.
 */
export function belowEntry(entry: Uint8Array): StateKey {
  const before = idBytes((queuedId(entry) ?? 1) - 1)
  return { store: 'gov', key: Uint8Array.of(...entry.subarray(0, -8), ...before, 0x00) }
}

function idBytes(id: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(id))
  return bytes
}
