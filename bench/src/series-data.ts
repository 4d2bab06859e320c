import { type Bucket, bucketOfSample, rollUp, type Sample } from '../../packages/timeseries/src/roll-up.ts'
import { ladder, sampleSeconds } from '../../packages/timeseries/src/ladder.ts'

/** A multiple of every step. */
export const seriesStart = 1_764_547_200

/** What validators do: blocks missed now and then, by some often, delegations that come and go, commission hardly ever. */
export function sampleAt(at: number, validators: number): Sample {
  const slots = Array.from({ length: validators }, (_, slot) => slot)
  const part = (at - seriesStart) / sampleSeconds
  const tokens = slots.map((slot) => {
    const delegated = noise(slot + 2_000, Math.floor(part / (30 + (slot % 90))))
    return 1_000_000_000_000 + slot * 977_000_000 + Math.floor(delegated * 5e9)
  })
  return {
    uptime: slots.map((slot) => 1 - missedAt(slot, part) / 10_000),
    power: tokens.map((amount) => Math.floor(amount / 1e6)),
    commission: slots.map((slot) => 0.05 + (slot % 20) / 100 + Math.floor(part / 50_000) / 1000),
    tokens,
  }
}

function missedAt(slot: number, part: number): number {
  const often = noise(slot, Math.floor(part / (3 + (slot % 40))))
  const outage = noise(slot + 1_000, Math.floor(part / 2_000))
  return Math.floor(noise(slot, 0) * 40) + Math.floor(often * 6) + Math.floor(outage * 30)
}

/** From 0 to 1, the same for the same two. */
function noise(a: number, b: number): number {
  let bits = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35)
  return ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32
}

interface DatedBucket {
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
