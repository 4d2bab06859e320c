/** Values of one metric by slot; null or a missing place is "no sample". */
export type Slots = readonly (number | null)[]

/** What one bucket holds: for each validator the lowest uptime, the last power, the last commission. */
export interface Sample {
  uptime: Slots
  power: Slots
  commission: Slots
}

/** Rolls the samples of a closed bucket, oldest first, into one. Places without any sample stay null. */
export function rollUp(samples: readonly Sample[]): Sample {
  return {
    uptime: fold(
      samples.map((sample) => sample.uptime),
      Math.min,
    ),
    power: fold(
      samples.map((sample) => sample.power),
      last,
    ),
    commission: fold(
      samples.map((sample) => sample.commission),
      last,
    ),
  }
}

function last(_before: number, after: number): number {
  return after
}

function fold(rows: readonly Slots[], combine: (before: number, after: number) => number): Slots {
  const length = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const result: (number | null)[] = new Array<number | null>(length).fill(null)
  for (const row of rows) {
    for (const [slot, value] of row.entries()) {
      if (value === null) continue
      const before = result[slot] ?? null
      result[slot] = before === null ? value : combine(before, value)
    }
  }
  return result
}
