import { type Bucket, bucketOfSample, rollUp, type Sample } from '../../packages/timeseries/src/roll-up.ts'
import { ladder, sampleSeconds } from '../../packages/timeseries/src/ladder.ts'

/** A multiple of every step. */
export const seriesStart = 1_764_547_200

/** What validators do: uptime moves by a block now and then, power by a delegation, commission hardly ever. */
export function sampleAt(at: number, validators: number): Sample {
  const slots = Array.from({ length: validators }, (_, slot) => slot)
  const part = (at - seriesStart) / sampleSeconds
  return {
    uptime: slots.map((slot) => 1 - ((Math.floor(part / (11 + (slot % 7))) * (slot + 3)) % 400) / 10_000),
    power: slots.map((slot) => 1_000_000 + slot * 977 + Math.floor(part / (97 + slot)) * 13),
    commission: slots.map((slot) => 0.05 + (slot % 20) / 100 + Math.floor(part / 50_000) / 1000),
    tokens: slots.map(
      (slot) => 1_000_000_123_456 + slot * 977_000_000 + Math.floor(part / (97 + slot)) * 13e6,
    ),
  }
}

export interface DatedBucket {
  step: number
  bucket: number
  content: Sample | Bucket
}

/** Everything that is kept of a time that ends with `end`, tier by tier, as the recorder would have left it. */
export function* keptBuckets(end: number, validators: number): Generator<DatedBucket> {
  const open: Bucket[][] = ladder.map(() => [])
  const isKept = (tier: number, bucket: number) => bucket >= end - (ladder[tier]?.keep ?? 0)
  for (let at = seriesStart; at < end; at += sampleSeconds) {
    const sample = sampleAt(at, validators)
    if (isKept(0, at)) yield { step: sampleSeconds, bucket: at, content: sample }
    let closed: Bucket = bucketOfSample(sample)
    for (const [tier, { step }] of ladder.entries()) {
      if (tier === 0) continue
      const parts = open[tier] ?? []
      parts.push(closed)
      if ((at + sampleSeconds) % step !== 0) break
      closed = rollUp(parts)
      parts.length = 0
      const bucket = at + sampleSeconds - step
      if (isKept(tier, bucket)) yield { step, bucket, content: closed }
    }
  }
}
