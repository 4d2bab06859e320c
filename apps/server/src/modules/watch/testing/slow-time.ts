import { sql } from 'drizzle-orm'
import type { ManualClock } from '../../../testing/manual-clock.ts'
import type { Orm } from '../../../platform/db/database.ts'
import type { SimRig } from './sim-rig.ts'

export interface SlowTime {
  /** A way out to the network on which every answer takes so long. */
  net: SimRig['net']
  /** Lets time pass until `work` has ended; what is really under way (sockets, queries of renewals) does not count. */
  during<T>(work: Promise<T>): Promise<T>
  pass(ms: number): Promise<void>
  /** Time does not pass before this has ended. */
  busy<T>(work: Promise<T>): Promise<T>
  passedMs(): number
}

const stepMs = 500

/** Time that a test lets pass: on its clock, and for the leases, which run out by the database's. */
export function createSlowTime(rig: SimRig, answerMs: number): SlowTime {
  const { clock } = rig
  const started = clock.monotonic()
  const underWay = new Set<Promise<unknown>>()

  function busy<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  async function pass(ms: number): Promise<void> {
    for (let left = Math.round(ms); left > 0; left -= stepMs) {
      await Promise.allSettled(underWay)
      await step(clock, rig.database.db.orm, Math.min(left, stepMs))
    }
  }

  return {
    pass,
    busy,
    passedMs: () => clock.monotonic() - started,
    async during(work) {
      let isOver = false
      const over = () => {
        isOver = true
      }
      work.then(over, over)
      while (!isOver) await pass(stepMs)
      return work
    },
    net: {
      ...rig.net,
      clock,
      fetch: async (url, init) => {
        await clock.sleep(answerMs, init?.signal ?? undefined)
        return busy(fetch(url, init))
      },
    },
  }
}

async function step(clock: ManualClock, orm: Orm, ms: number): Promise<void> {
  await orm.execute(sql`update lease set expires_at = expires_at - make_interval(secs => ${ms / 1_000})`)
  await clock.advance(ms)
}
