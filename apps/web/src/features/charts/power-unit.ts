import type { ValidatorsList } from '@roundsman/contract/validators'

/** How consensus power is shown: times `scale`, in the unit of the network. */
export interface PowerUnit {
  scale: number
  symbol: string
}

/** Apart from this both are told at different heights. */
const mayDiffer = 0.01

/**
 * The unit of the network for a consensus power. A chain divides tokens by a power of ten of its own to get it, which
 * the list tells by whoever has the most of both; null where it does not, and powers stay as the chain counts them.
 */
export function powerUnitOf({ validators, status: { unit } }: ValidatorsList): PowerUnit | null {
  if (unit === null) return null
  let most = 0
  let tokens = 0
  for (const row of validators) {
    const power = Number(row.voting_power)
    if (row.tokens === null || power <= most) continue
    most = power
    tokens = Number(row.tokens)
  }
  if (most === 0 || tokens === 0) return null
  const exponent = Math.round(Math.log10(tokens / most))
  if (Math.abs(tokens / most / 10 ** exponent - 1) > mayDiffer) return null
  return { scale: 10 ** (exponent - unit.decimals), symbol: unit.symbol }
}
