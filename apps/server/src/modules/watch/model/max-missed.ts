const one = 10n ** 18n

/**
 * The most blocks of a window that may be missed without being jailed: window - round(minSigned * window), in the
 * arithmetic of x/slashing (18 decimals, half rounds to even). Source: cosmos-sdk x/slashing/keeper/infractions.go.
 */
export function maxMissed(window: number, minSignedPerWindow: string): number {
  const product = scaled(minSignedPerWindow) * BigInt(window)
  const floor = product / one
  const rest = (product % one) * 2n
  const up = rest > one || (rest === one && floor % 2n === 1n)
  return window - Number(floor + (up ? 1n : 0n))
}

/** A decimal fraction such as "0.500000000000000000" times 10^18; digits beyond the 18th do not exist. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole) * one + BigInt(fraction.padEnd(18, '0').slice(0, 18))
}
