import type { Validator } from '@roundsman/contract/validators'
import type { Sample } from '@roundsman/timeseries/roll-up'

/** One sample of every validator of a network, by slot. What is not known now is null. */
export function sampleOf(rows: readonly Validator[], slotOf: (validatorId: number) => number | null): Sample {
  const uptime: (number | null)[] = []
  const power: (number | null)[] = []
  const commission: (number | null)[] = []
  for (const row of rows) {
    const slot = slotOf(row.id)
    if (slot === null) continue
    uptime[slot] = row.uptime
    power[slot] = Number(row.voting_power)
    commission[slot] = row.commission_rate
  }
  return { uptime: filled(uptime), power: filled(power), commission: filled(commission) }
}

/** Holes made by slots of validators that have left become null. */
function filled(values: readonly (number | null)[]): (number | null)[] {
  return Array.from(values, (value) => value ?? null)
}
