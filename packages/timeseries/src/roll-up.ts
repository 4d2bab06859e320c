import { bucketOf, isClosed } from './ladder.ts'

/** Values of one metric by slot; null or a missing place is "no sample". */
export type Slots = readonly (number | null)[]

/** What is known of each validator at one moment: uptime 0…1, consensus power, commission 0…1, tokens. */
export interface Sample {
  uptime: Slots
  power: Slots
  commission: Slots
  tokens: Slots
}

/** What one bucket holds: for each validator the lowest uptime, the last power, commission and tokens, and a mean. */
export interface Bucket extends Sample {
  /** Mean of uptime; null where it is the mean of no sample. */
  uptimeMean: Slots
  /** How many samples the mean is of; a missing place is 0. Fewer than there were where some are without a mean. */
  uptimeSamples: readonly number[]
}

/** A sample as a bucket: each uptime is its own mean. */
export function bucketOfSample(sample: Sample): Bucket {
  const uptimeSamples = sample.uptime.map((value) => (value === null ? 0 : 1))
  return { ...sample, uptimeMean: sample.uptime, uptimeSamples }
}

/** Rolls the parts of a closed bucket, oldest first, into one. Places without any sample stay null. */
export function rollUp(parts: readonly Bucket[]): Bucket {
  const fold = (metric: keyof Sample, combine: (before: number, after: number) => number) =>
    foldSlots(
      parts.map((part) => part[metric]),
      combine,
    )
  return {
    uptime: fold('uptime', Math.min),
    power: fold('power', last),
    commission: fold('commission', last),
    tokens: fold('tokens', last),
    ...meanOf(parts),
  }
}

function last(_before: number, after: number): number {
  return after
}

function foldSlots(rows: readonly Slots[], combine: (before: number, after: number) => number): Slots {
  const result = new Array<number | null>(longest(rows)).fill(null)
  for (const row of rows) {
    for (const [slot, value] of row.entries()) {
      if (value === null) continue
      const before = result[slot] ?? null
      result[slot] = before === null ? value : combine(before, value)
    }
  }
  return result
}

/** The mean of means, each weighted by its samples: the mean of all those samples, whatever the steps between. */
function meanOf(parts: readonly Bucket[]): Pick<Bucket, 'uptimeMean' | 'uptimeSamples'> {
  const length = longest(parts.map(({ uptimeMean }) => uptimeMean))
  const means = new Array<number | null>(length).fill(null)
  const counts = new Array<number>(length).fill(0)
  for (const { uptimeMean, uptimeSamples } of parts) {
    for (const [slot, mean] of uptimeMean.entries()) {
      const count = uptimeSamples[slot] ?? 0
      if (mean === null || count === 0) continue
      const total = (counts[slot] ?? 0) + count
      const before = means[slot] ?? mean
      // By its difference from the mean so far: equal values stay exactly what they are.
      means[slot] = before + ((mean - before) * count) / total
      counts[slot] = total
    }
  }
  return { uptimeMean: means, uptimeSamples: counts }
}

function longest(rows: readonly Slots[]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0)
}

/**
 * The closed buckets of a tier that are not rolled up yet, oldest first. `lower` are the buckets that the tier below
 * has, `lastRolled` the newest one this tier has (null: none). Buckets without any lower row do not appear: a hole
 * stays a hole.
 */
export function dueRollUps(request: {
  lower: readonly number[]
  lastRolled: number | null
  step: number
  now: number
}): number[] {
  const due = new Set<number>()
  for (const bucket of request.lower) {
    const upper = bucketOf(bucket, request.step)
    if (request.lastRolled !== null && upper <= request.lastRolled) continue
    if (isClosed(upper, request.step, request.now)) due.add(upper)
  }
  return [...due].sort((a, b) => a - b)
}
