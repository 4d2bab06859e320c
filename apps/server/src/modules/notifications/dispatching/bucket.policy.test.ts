import { describe, expect, it } from 'vitest'
import { afterQueueing, afterRefusal, afterSending, type Bucket, readyAt, turnOf } from './bucket.policy.ts'

const empty: Bucket = { usedUntil: 0, urgentUntil: 0, otherUntil: 0, closedUntil: 0 }
const rate = { perSecond: 2, burst: 3 }
const fresh = { isUrgent: false, hasWaited: false }
const start = 1_000_000

/** What goes at `now`, or gets a turn. */
function come(bucket: Bucket, waiting: typeof fresh, now: number): { bucket: Bucket; turn: number } {
  const turn = turnOf(bucket, rate, waiting, now)
  return turn <= now
    ? { bucket: afterSending(bucket, rate, 1, now), turn: now }
    : { bucket: afterQueueing(bucket, rate, waiting.isUrgent, turn, 1), turn }
}

describe('D131: a bucket of two a second, three at once', () => {
  it('gives what comes at once its turn in the order in which it came', () => {
    let bucket = empty
    const turns: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const next = come(bucket, fresh, start)
      bucket = next.bucket
      turns.push(next.turn - start)
    }
    expect(turns).toEqual([0, 0, 0, 500, 1000, 1500, 2000])
  })

  it('is full again after a pause, and no fuller', () => {
    let bucket = empty
    const goes = (now: number) => {
      const next = come(bucket, fresh, now)
      if (next.turn === now) bucket = next.bucket
      return next.turn === now
    }
    expect([0, 0, 0, 0].map((ms) => goes(start + ms))).toEqual([true, true, true, false])
    expect([60_000, 60_000, 60_000, 60_000].map((ms) => goes(start + ms))).toEqual([true, true, true, false])
  })

  it('lets nothing go before what is CRITICAL and waits, be it a second late', () => {
    let bucket = afterSending(empty, rate, 3, start)
    const first = come(bucket, fresh, start)
    const urgent = come(first.bucket, { ...fresh, isUrgent: true }, start)
    expect([first.turn, urgent.turn].map((turn) => turn - start)).toEqual([500, 500])
    bucket = urgent.bucket
    // At its turn the first one finds that another one goes before it, and keeps its place behind that.
    expect(turnOf(bucket, rate, { isUrgent: false, hasWaited: true }, start + 500) - start).toBe(2000)
    expect(turnOf(bucket, rate, { isUrgent: true, hasWaited: true }, start + 500)).toBeLessThanOrEqual(
      start + 500,
    )
  })

  it('is in debt after a message that counts as many, and empty at the end of what its provider asked for', () => {
    expect(readyAt(afterSending(empty, rate, 10, start), rate) - start).toBe(4000)
    const rested = afterRefusal(empty, rate, start + 60_000)
    expect(readyAt(rested, rate) - start).toBe(60_000)
    expect(readyAt(afterSending(rested, rate, 1, start + 60_000), rate) - start).toBe(60_500)
    // Where no rate is known, refusals alone tell.
    expect(readyAt(afterRefusal(empty, null, start + 60_000), null) - start).toBe(60_000)
  })
})
