import type { RosterEntry } from '../chain/roster.ts'
import type { SigningInfo } from '../chain/signing-info.ts'
import { timestampOf } from './proto-time.ts'

/** Room for everything but the address: five varints of ten bytes at most, their tags, a timestamp. */
const ROOM = 80

/**
 * cosmos.slashing.v1beta1.ValidatorSigningInfo, as x/slashing stores it and as its queries list it. Written by hand:
 * every validator's changes with every block, and what writes any message takes ten times as long.
 */
export function signingInfoBytes(entry: RosterEntry, info: SigningInfo): Uint8Array {
  const address = entry.consensusAddressOf(info.rotations)
  const bytes = Buffer.allocUnsafe(address.length + ROOM)
  bytes[0] = 0x0a
  bytes[1] = address.length
  let at = 2 + bytes.write(address, 2, 'latin1')
  const field = (tag: number, value: number) => {
    if (value === 0) return
    bytes[at++] = tag
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128
    bytes[at++] = rest
  }
  field(0x10, info.startHeight)
  field(0x18, info.indexOffset)
  const { seconds, nanos } = timestampOf(info.jailedUntil)
  bytes[at++] = 0x22
  const start = ++at
  field(0x08, Number(seconds))
  field(0x10, nanos)
  bytes[start - 1] = at - start
  field(0x28, info.tombstoned ? 1 : 0)
  field(0x30, info.missed)
  return bytes.subarray(0, at)
}
