import { like, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import {
  acquireLease,
  type HeldLease,
  holdLease,
  lease,
  leaseSeconds,
  releaseLease,
  renewLeases,
} from '../../../platform/db/lease.ts'
import type { CreateLoop, Loop } from '../../../platform/loop.ts'

/** The right of one process to write one network. */
export interface NetworkLease {
  /** Takes it if nobody has it. Gives its fence, another one after each time it was lost; null: another process has it. */
  take(): Promise<bigint | null>
  /** True while this process has it; locks it until the transaction ends. */
  hold(tx: Queryable): Promise<boolean>
  /** False for sure only in the database: another may have taken it since. */
  isHeld(): boolean
  /** The lease as it was taken, for a statement that makes sure of it; null: not held, as `isHeld` says. */
  held(): HeldLease | null
  /** Gives it to whoever comes next; this process does not take it again. */
  release(): Promise<void>
}

/** The leases of all networks that a process follows, or stands by for. */
export interface NetworkLeases {
  of(networkId: number): NetworkLease
  /** Lengthens all that are held, in one statement, whatever the followers are busy with. */
  renew(): Promise<void>
  /** The database's clock, Unix ms, as far as it is known here: as of the last time a lease was taken or renewed. */
  databaseNow(): number
}

/** @param holder names this process among all */
export function createNetworkLeases(
  db: Database,
  clock: { now(): number; monotonic(): number },
  holder: string,
): NetworkLeases {
  const all = new Map<number, NetworkLease>()
  const held = new Map<string, HeldLease>()
  let seen: { databaseNow: number; at: number } | null = null

  function see(databaseNow: number): void {
    seen = { databaseNow, at: clock.monotonic() }
  }

  /** Unless it was taken again meanwhile. */
  function drop(lost: HeldLease): void {
    if (held.get(lost.name) === lost) held.delete(lost.name)
  }

  function create(networkId: number): NetworkLease {
    const name = `watch/${networkId}`
    let over = false
    return {
      async take() {
        if (over) return null
        const mine = held.get(name)
        if (mine) return mine.fence
        const taken = await acquireLease(db.orm, name, holder)
        if (taken === null) return null
        see(taken.databaseNow)
        held.set(name, taken.held)
        return taken.held.fence
      },
      async hold(tx) {
        const mine = held.get(name)
        if (mine === undefined) return false
        if (await holdLease(tx, mine)) return true
        drop(mine)
        return false
      },
      isHeld: () => held.has(name),
      held: () => held.get(name) ?? null,
      async release() {
        over = true
        // Whoever asks for the network's lease from now on is another one.
        all.delete(networkId)
        const last = held.get(name)
        held.delete(name)
        if (last) await releaseLease(db.orm, last)
      },
    }
  }

  return {
    of(networkId) {
      const lease = all.get(networkId) ?? create(networkId)
      all.set(networkId, lease)
      return lease
    },
    async renew() {
      const asked = [...held.values()]
      if (asked.length === 0) return
      const { names, databaseNow } = await renewLeases(db.orm, asked)
      if (databaseNow !== null) see(databaseNow)
      for (const one of asked) if (!names.has(one.name)) drop(one)
    },
    databaseNow: () =>
      seen === null ? clock.now() : Math.round(seen.databaseNow + clock.monotonic() - seen.at),
  }
}

/** Four times within the life of a lease, so that three in a row may fail. */
const renewEveryMs = (leaseSeconds * 1_000) / 4

/** Renews the leases beside the followers, so that a pass may take as long as its endpoints need. */
export function createLeasesLoop(createLoop: CreateLoop, leases: NetworkLeases): Loop {
  return createLoop({
    name: 'watch/leases',
    everyMs: renewEveryMs,
    longestPauseMs: renewEveryMs,
    pass: () => leases.renew(),
  })
}

/** Lets the leases of all networks run out now, so that nobody waits for one that has died. */
export async function endLeases(orm: Queryable): Promise<void> {
  await orm.update(lease).set({ expiresAt: sql`clock_timestamp()` }).where(like(lease.name, 'watch/%'))
}
