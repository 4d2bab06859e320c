/** One step of the roll-up ladder. All lengths are seconds; every step divides the next one. */
export interface Tier {
  /** Length of a bucket. */
  step: number
  /** How long its rows are kept. A little more than its chart shows, so that the oldest point never flickers. */
  keep: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** From the samples up. Sizes and costs: docs/decisions/005-arrays-for-series.md. */
export const ladder = [
  { step: 25, keep: 2 * hour },
  { step: 10 * minute, keep: 8 * day },
  { step: hour, keep: 40 * day },
  { step: 4 * hour, keep: 400 * day },
] as const satisfies readonly Tier[]

/** Seconds between samples: the lowest step. */
export const sampleSeconds = ladder[0].step
