import { and, asc, eq, inArray, lt, notInArray, or } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Loop } from '../../../platform/loop.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Channel } from '../channels/channel.ts'
import { after, delivery, type DeliveryRow } from '../ledger/delivery.schema.ts'
import type { Outcomes } from '../ledger/outcomes.ts'

const everyMs = 60_000
/** By then a process that has the channel, as while one version of the settings replaces another, has taken it. */
const graceMs = 60_000
/** Of one transaction: each may be followed by messages through another channel. */
const atOnce = 100

/**
 * What waits for a channel that the site is not set up for any more would wait for ever, and nobody would notice:
 * it fails as a contact that is gone does (D28). The first pass finds what was there at the start.
 */
export function createMissingChannelLoop(
  { db, log, createLoop }: Pick<Platform, 'db' | 'log' | 'createLoop'>,
  channels: readonly Channel[],
  outcomes: Pick<Outcomes, 'count' | 'failed'>,
): Loop {
  const names = channels.map(({ channel }) => channel)
  return createLoop({
    name: 'delivery-missing-channels',
    everyMs,
    pass: async () => {
      const failed = await failWithoutChannel(db, outcomes, names)
      if (failed > 0)
        log.warn({ failed, channels: names }, 'messages were queued for a channel that is not configured')
    },
  })
}

/** Gives how many. */
export async function failWithoutChannel(
  db: Pick<Database, 'transaction' | 'now'>,
  outcomes: Pick<Outcomes, 'count' | 'failed'>,
  channels: readonly string[],
): Promise<number> {
  let failed = 0
  let rows: readonly DeliveryRow[]
  do {
    rows = await db.transaction(async (tx) => {
      const found = await takeWithoutChannel(tx, db, channels)
      for (const row of found) await outcomes.failed(tx, row)
      return found
    })
    for (const { channel } of rows) outcomes.count(channel, 'FAILED')
    failed += rows.length
  } while (rows.length === atOnce)
  return failed
}

async function takeWithoutChannel(
  tx: Tx,
  { now }: Pick<Database, 'now'>,
  channels: readonly string[],
): Promise<DeliveryRow[]> {
  const before = after(now(), -graceMs)
  const ids = tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        notInArray(delivery.channel, [...channels]),
        or(
          and(eq(delivery.state, 'QUEUED'), lt(delivery.dueAt, before)),
          and(eq(delivery.state, 'SENDING'), lt(delivery.leaseUntil, before)),
        ),
      ),
    )
    .orderBy(asc(delivery.id))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  return tx
    .update(delivery)
    .set({
      state: 'FAILED',
      detail: 'no_contact',
      payload: null,
      claimedBy: null,
      leaseUntil: null,
      updatedAt: now(),
    })
    .where(inArray(delivery.id, ids))
    .returning()
}
