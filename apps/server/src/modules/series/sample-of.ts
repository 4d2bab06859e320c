import type { Sample } from '@roundsman/timeseries/roll-up'
import type { ValidatorValues } from '../watch/watch.public.ts'

/** One sample of every validator of a network, by slot. What is not known, and who has left, is null. */
export function sampleOf(values: readonly (ValidatorValues | null)[]): Sample {
  return {
    uptime: values.map((one) => one?.uptime ?? null),
    power: values.map((one) => numberOf(one?.power)),
    commission: values.map((one) => one?.commissionRate ?? null),
    tokens: values.map((one) => numberOf(one?.tokens)),
  }
}

/** To 53 bits, which is enough to compare. */
function numberOf(amount: bigint | null | undefined): number | null {
  return amount == null ? null : Number(amount)
}
