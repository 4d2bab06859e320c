const MS = 1_000_000n

/** Nanoseconds since 1970 of a time in ms; the last six digits are a function of the time. */
export function instantOf(ms: number): bigint {
  const whole = Math.floor(ms)
  return BigInt(whole) * MS + BigInt(1 + ((Math.abs(whole) * 7_919) % 999_998))
}

/** RFC 3339 as Go writes it: nanoseconds without the zeros at their end. */
export function instantText(ns: bigint): string {
  const fraction = String(ns % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '')
  const seconds = new Date(Number(ns / MS)).toISOString().slice(0, 19)
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`
}
