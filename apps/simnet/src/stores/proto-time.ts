/** google.protobuf.Timestamp of Unix ms. */
export function timestampOf(ms: number): { seconds: bigint; nanos: number } {
  const seconds = Math.floor(ms / 1_000)
  return { seconds: BigInt(seconds), nanos: Math.round((ms - seconds * 1_000) * 1_000_000) }
}

/** google.protobuf.Duration of ms. */
export function durationOf(ms: number): { seconds: bigint; nanos: number } {
  return timestampOf(ms)
}
