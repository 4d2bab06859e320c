import { sql } from 'drizzle-orm'
import type { Orm } from '../../../platform/db/database.ts'
import { type ManualClock, settle } from '../../../testing/manual-clock.ts'
import type { SimRig, WatchProcess } from './sim-rig.ts'

export interface SlowTime {
  /** A process to which every answer of an endpoint takes so long, and the database none of this time. */
  process(holder: string): WatchProcess
  /** Lets time pass until `work` has ended. */
  during<T>(work: Promise<T>): Promise<T>
  pass(ms: number): Promise<void>
  passedMs(): number
}

const stepMs = 500

/**
 * Time that a test lets pass: on its clock, and for the leases, which run out by the database's. It stands still while
 * anything is really under way (a request, the answer's body, a transaction), so that a busy machine changes nothing;
 * of endpoints that are equally good always the same one is taken.
 */
export function createSlowTime(rig: SimRig, answerMs: number): SlowTime {
  const { clock } = rig
  const started = clock.monotonic()
  const underWay = new Set<Promise<unknown>>()

  function busy<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  /** Until everything that is left waits for time to pass. */
  async function quiet(): Promise<void> {
    do {
      await Promise.allSettled(underWay)
      await settle()
    } while (underWay.size > 0)
  }

  async function pass(ms: number): Promise<void> {
    for (let left = Math.round(ms); left > 0; left -= stepMs) {
      await quiet()
      await step(clock, rig.database.db.orm, Math.min(left, stepMs))
    }
  }

  const net: SimRig['net'] = {
    ...rig.net,
    clock,
    ids: { ...rig.net.ids, fraction: () => 0 },
    fetch: async (url, init) => {
      await clock.sleep(answerMs, init?.signal ?? undefined)
      return busy(whole(fetch(url, init)))
    },
  }

  return {
    pass,
    passedMs: () => clock.monotonic() - started,
    process: (holder) => rig.process(holder, net, busy),
    async during(work) {
      let isOver = false
      const over = () => {
        isOver = true
      }
      work.then(over, over)
      for (;;) {
        await quiet()
        if (isOver) return work
        await step(clock, rig.database.db.orm, stepMs)
      }
    },
  }
}

/** An answer that is there to its last byte. */
async function whole(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  return new Response(await response.arrayBuffer(), response)
}

async function step(clock: ManualClock, orm: Orm, ms: number): Promise<void> {
  await orm.execute(sql`update lease set expires_at = expires_at - make_interval(secs => ${ms / 1_000})`)
  await clock.advance(ms)
}
