const MS = 1_000_000n

/** Nanoseconds since 1970 of a time in ms; the last six digits are a function of the time. */
export function instantOf(ms: number): bigint {
  const whole = Math.floor(ms)
  return BigInt(whole) * MS + BigInt(1 + ((Math.abs(whole) * 7_919) % 999_998))
}
