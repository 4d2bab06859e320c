import type { SlashingProfile } from '../network-profile.ts'

/** 9999-12-31T23:59:59Z, as x/evidence writes it. */
export const NEVER_AGAIN = 253_402_300_799_000
const ONE = 10n ** 18n

/** A signing info of x/slashing with its window. `jailedUntil` is Unix ms, 0 for never jailed. */
export interface SigningInfo {
  /** Whose it is: the validator's key after so many rotations. */
  rotations: number
  startHeight: number
  indexOffset: number
  missed: number
  jailedUntil: number
  tombstoned: boolean
  /** The window's missed places as runs: first offset, length, first offset, length, … in order. */
  runs: number[]
}

/** The two numbers that x/slashing derives from its parameters. */
export interface SlashingLimits {
  window: number
  /** Jailed when more than this many of the window are missed. */
  maxMissed: number
}

export function slashingLimits(params: SlashingProfile): SlashingLimits {
  const window = params.signedBlocksWindow
  // LegacyDec.RoundInt64: half goes to the even number.
  const product = params.minSignedPerWindow * BigInt(window)
  const whole = product / ONE
  const rest = product % ONE
  const up = rest * 2n > ONE || (rest * 2n === ONE && whole % 2n === 1n)
  return { window, maxMissed: window - Number(up ? whole + 1n : whole) }
}

export function newSigningInfo(startHeight: number, rotations = 0): SigningInfo {
  return { rotations, startHeight, indexOffset: 0, missed: 0, jailedUntil: 0, tombstoned: false, runs: [] }
}

export function copySigningInfo(info: SigningInfo): SigningInfo {
  return { ...info, runs: info.runs.slice() }
}

/**
 * x/slashing HandleValidatorSignature for one vote of a validator that is not jailed
 * (https://github.com/cosmos/cosmos-sdk x/slashing/keeper/infractions.go). `height` is the block that carries the
 * vote, one above the block that was voted on. Changes `info`; true when the validator is to be jailed now, its
 * counters then being reset already.
 */
export function countVote(
  info: SigningInfo,
  height: number,
  missed: boolean,
  limits: SlashingLimits,
): boolean {
  const place = info.indexOffset
  info.indexOffset += 1
  if (info.runs.length > 0) forget(info, place - limits.window)
  if (missed) remember(info, place)
  if (height <= info.startHeight + limits.window || info.missed <= limits.maxMissed) return false
  resetWindow(info)
  return true
}

/** What `countVote` makes of so many signed blocks in a row of somebody whom none of them jails. */
export function countSigned(info: SigningInfo, blocks: number, window: number): void {
  info.indexOffset += blocks
  const { runs } = info
  /** The newest place that has left the window. */
  const left = info.indexOffset - 1 - window
  while (runs.length > 0 && (runs[0] ?? 0) <= left) {
    const [first = 0, length = 0] = runs
    const gone = Math.min(length, left - first + 1)
    info.missed -= gone
    if (gone === length) runs.splice(0, 2)
    else {
      runs[0] = first + gone
      runs[1] = length - gone
    }
  }
}

/** What jailing for downtime does to the counters. */
export function resetWindow(info: SigningInfo): void {
  info.missed = 0
  info.indexOffset = 0
  info.runs = []
}

function remember(info: SigningInfo, place: number): void {
  const { runs } = info
  info.missed += 1
  const last = runs.length - 2
  if (last >= 0 && (runs[last] ?? 0) + (runs[last + 1] ?? 0) === place)
    runs[last + 1] = (runs[last + 1] ?? 0) + 1
  else runs.push(place, 1)
}

/** The place that falls out of the window when the next vote is counted. */
function forget(info: SigningInfo, place: number): void {
  const runs = info.runs
  if (runs[0] !== place) return
  info.missed -= 1
  const length = runs[1] ?? 1
  if (length > 1) {
    runs[0] = place + 1
    runs[1] = length - 1
  } else {
    runs.splice(0, 2)
  }
}
