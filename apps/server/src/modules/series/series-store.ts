import type { ChartMetric } from '@roundsman/contract/networks/charts'

/** What is wanted of one network in one epoch. Times are Unix seconds. */
export interface SeriesRequest {
  networkId: number
  epoch: number
  validators: readonly SeriesTarget[]
  metrics: readonly ChartMetric[]
  /** Buckets in (from, to], each a multiple of `step`, which is one of the ladder's. */
  from: number
  to: number
  step: number
}

export interface SeriesTarget {
  id: number
  slot: number
}

/** Values by the first second of their bucket. One that is not there was not measured. */
export type Recorded = ReadonlyMap<number, number>

/** Of each metric that was asked for, one for each validator, in their order. */
export type RecordedSeries = ReadonlyMap<ChartMetric, readonly Recorded[]>

/** Where charts come from: the lowest uptime of each bucket, the last power, the last commission. */
export interface SeriesStore {
  /** Also what the newest bucket has so far. @throws where it cannot say: what is not there was not measured. */
  read(request: SeriesRequest): Promise<RecordedSeries>
}
