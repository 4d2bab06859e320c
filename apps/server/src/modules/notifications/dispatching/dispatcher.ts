import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Loop } from '../../../platform/loop.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Channel } from '../channels/channel.ts'
import { type AddedTo, type Lane, lanes } from '../ledger/delivery.schema.ts'
import { claimDeliveries, dueLanes, releaseUnsent, requeueExpired } from '../ledger/delivery.store.ts'
import type { NotificationsLog } from '../ledger/new-delivery.ts'
import { attemptMs, type ClaimLease, type MakeAttempt } from './attempt.ts'
import type { Buckets, TakenDelivery } from './buckets.ts'
import { type Budgets, lockSpending } from './budgets.ts'
import type { Lines } from './lines.ts'

/** Longer than an attempt, so that nobody takes a row that is still being sent. */
const leaseMs = attemptMs + 30_000
/** What is under way when the process stops may still end: a stop is no reason to send twice. The whole stop has 5 s. */
const graceMs = 1_500
/** How often the lane is polled, also while something is being sent: more may be due, or a lease have run out. */
const pollMs = 1_000

interface DispatcherDeps {
  db: Database
  clock: Clock
  log: NotificationsLog
  attempt: MakeAttempt
  budgets: Pick<Budgets, 'of' | 'spend'>
  buckets: Pick<Buckets, 'take'>
  lines: Lines
  /** Names this process in `claimed_by`. */
  worker: string
}

export interface Dispatcher {
  /** Sends until nothing of the lane is due; resolves to the number of attempts when all of them have ended. */
  pass(signal: AbortSignal): Promise<number>
  /** A hint that more may be due, for the pass under way. */
  nudge(): void
}

/**
 * Works off one lane of a channel (D3, D4, D7). Whenever an attempt ends the next one begins at once, so
 * that a send that hangs delays nobody but itself. A process that dies between the provider's yes and our mark leaves a
 * row whose outcome nobody knows: its lease runs out and it is sent once more, with the same idempotency key, because
 * a lost alert is worse than a doubled one.
 */
export function createDispatcher(deps: DispatcherDeps, channel: Channel, lane: Lane): Dispatcher {
  const { db, clock, log, budgets, buckets, lines } = deps
  // What somebody asked for was counted when it was enqueued.
  const isPaid = lane !== 'account' && budgets.of(channel.channel) !== null
  const concurrency = channel.concurrency[lane]
  let nap = new AbortController()

  /** `isAll`: nothing else is due. `nextTurnMs`: when something is whose turn had not come. */
  async function claim(
    limit: number,
  ): Promise<{ rows: readonly TakenDelivery[]; isAll: boolean; nextTurnMs: number; lease: ClaimLease }> {
    // From before the claim, by the clock that suspended machines go on with, too: later than now it cannot end.
    const [since, sinceOnWall] = [clock.monotonic(), clock.now()]
    const heldMs = () => Math.max(clock.monotonic() - since, clock.now() - sinceOnWall)
    const lease = { leftMs: () => leaseMs - heldMs(), heldMs }
    const wanted = { channel: channel.channel, lane, worker: deps.worker, leaseMs, limit }
    if (!isPaid && channel.credentialsOf === undefined && channel.isOneAtATime !== true) {
      const rows = await claimDeliveries(db.orm, db.now(), wanted)
      const taken = rows.map((row) => ({ ...row, credentials: [] }))
      return { rows: taken, isAll: rows.length < limit, nextTurnMs: Infinity, lease }
    }
    return db.transaction(async (tx) => {
      if (isPaid) await lockSpending(tx)
      await lines.lock(tx, channel)
      const claimed = await claimDeliveries(tx, db.now(), wanted)
      const free = await lines.take(tx, channel, claimed)
      const affordable = isPaid ? await budgets.spend(tx, free) : free
      const { ready, nextTurnMs } = await buckets.take(tx, channel, affordable)
      return { rows: ready, isAll: claimed.length < limit, nextTurnMs, lease }
    })
  }

  return {
    nudge: () => nap.abort(),
    pass: async (signal) => {
      const underWay = new Map<Promise<void>, number>()
      const cut = new AbortController()
      const passed = new AbortController()
      let attempts = 0
      let failure: { error: unknown } | null = null
      let polledAt = Number.NEGATIVE_INFINITY
      // Of a lane with one at a time nothing is under way between two of them.
      let mayBeMore = false
      let napMs = pollMs

      function begin(row: TakenDelivery, lease: ClaimLease): void {
        attempts += 1
        const one = deps
          .attempt(channel, row, lease, { stopping: signal, cut: cut.signal })
          .then(async (end) => {
            if (end === 'unsent') await releaseUnsent(db.orm, db.now(), row)
          })
          .catch((error: unknown) => {
            // Its lease will run out. The others are not left alone; the pass fails when they have ended.
            log.error({ delivery: row.id, err: error }, 'the outcome of a delivery could not be stored')
            failure ??= { error }
          })
          .finally(() => {
            underWay.delete(one)
            nap.abort()
          })
        underWay.set(one, row.id)
      }

      async function fill(): Promise<void> {
        if (clock.monotonic() - polledAt >= pollMs) {
          polledAt = clock.monotonic()
          await requeueExpired(db.orm, db.now(), {
            channel: channel.channel,
            lane,
            own: [...underWay.values()],
          })
        }
        napMs = pollMs
        while (!signal.aborted && failure === null && underWay.size < concurrency) {
          const { rows, isAll, nextTurnMs, lease } = await claim(concurrency - underWay.size)
          for (const row of rows) begin(row, lease)
          napMs = Math.min(napMs, Math.max(1, nextTurnMs))
          mayBeMore = !isAll || napMs < pollMs
          if (isAll) return
        }
      }

      const onStop = () => {
        nap.abort()
        void clock.sleep(graceMs, passed.signal).then(() => cut.abort())
      }
      signal.addEventListener('abort', onStop, { once: true })
      try {
        do {
          nap = new AbortController()
          if (!signal.aborted && failure === null) {
            await fill().catch((error: unknown) => {
              failure ??= { error }
            })
          }
          if (underWay.size > 0 || napMs < pollMs) await clock.sleep(napMs, nap.signal)
        } while (underWay.size > 0 || (mayBeMore && !signal.aborted && failure === null))
      } finally {
        passed.abort()
        signal.removeEventListener('abort', onStop)
      }
      if (failure !== null) throw (failure as { error: unknown }).error
      return attempts
    },
  }
}

interface Sending {
  loops: readonly Loop[]
  /** Takes the payload of a hint, `<channel> <lane>`. */
  wake(hint: string): void
}

/** How often an idle lane looks by itself, hint or no hint. */
const idleMs = 60_000

/**
 * A dispatcher and its loop for each lane of each channel, and one loop that asks for all of them each second whether
 * something is due (B138).
 */
export function createSending(
  { db, clock, log, createLoop }: Pick<Platform, 'db' | 'clock' | 'log' | 'createLoop'>,
  own: Pick<DispatcherDeps, 'attempt' | 'budgets' | 'buckets' | 'lines' | 'worker'>,
  channels: readonly Channel[],
): Sending {
  const byHint = new Map<string, { loop: Loop; nudge: () => void; isIdle: () => boolean }>()
  for (const channel of channels) {
    for (const lane of lanes) {
      const { pass, nudge } = createDispatcher({ db, clock, log, ...own }, channel, lane)
      let isIdle = false
      const loop = createLoop({
        name: `dispatch-${channel.channel}-${lane}`,
        // Where it failed, the pause grows from here.
        everyMs: pollMs,
        pass: async (signal) => {
          isIdle = false
          await pass(signal)
          isIdle = true
          return idleMs
        },
      })
      byHint.set(hintOf({ channel: channel.channel, lane }), { loop, nudge, isIdle: () => isIdle })
    }
  }
  const all = channels.flatMap(({ channel }) => lanes.map((lane) => ({ channel, lane })))
  const due = createLoop({
    name: 'dispatch-due',
    everyMs: pollMs,
    pass: async () => {
      if (all.length === 0) return
      for (const lane of await dueLanes(db.orm, db.now(), all)) {
        const one = byHint.get(hintOf(lane))
        // One that is at work looks by itself, and one that failed waits.
        if (one?.isIdle() === true) one.loop.wake()
      }
    },
  })
  return {
    loops: [...[...byHint.values()].map(({ loop }) => loop), due],
    wake: (hint) => {
      const one = byHint.get(hint)
      one?.nudge()
      one?.loop.wake()
    },
  }
}

/** What names a lane in a hint. */
export const hintOf = ({ channel, lane }: AddedTo): string => `${channel} ${lane}`
