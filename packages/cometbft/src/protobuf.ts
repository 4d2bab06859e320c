import { ShapeError } from './shape-error.ts'

const NUL = String.fromCharCode(0)
const FIRST_YEAR = -62_135_596_800n

/** Text that people wrote. PostgreSQL keeps no NUL in a text, so that one sign goes. */
export function text(value: string): string {
  return value.replaceAll(NUL, '')
}

/** Unix ms of a protobuf Timestamp; null for the epoch and for Go's zero time, which both mean "never". */
export function msOrNull(timestamp: { seconds: bigint; nanos: number } | undefined): number | null {
  if (timestamp === undefined || timestamp.seconds === 0n || timestamp.seconds <= FIRST_YEAR) return null
  return safe(timestamp.seconds * 1_000n + BigInt(Math.trunc(timestamp.nanos / 1_000_000)))
}

export function durationMs(duration: { seconds: bigint; nanos: number }): number {
  return safe(duration.seconds * 1_000n + BigInt(Math.trunc(duration.nanos / 1_000_000)))
}

/** An int64 that stays below 2^53. @throws ShapeError */
export function safe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new ShapeError('a number is beyond 2^53')
  return number
}
