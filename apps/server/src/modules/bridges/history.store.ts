import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { type BridgeEventRow, bridgeEvent, bridgeSample } from './bridges.schema.ts'
import type { LearntBridge } from './learn.ts'
import type { BridgeSample } from './record.ts'

/** Spans that are kept: a day, and the present one. */
export const keptSlots = 288
export const keptEvents = 100

type Learnt = Pick<LearntBridge, 'peerId' | 'events' | 'samples'>

/** Writes what is new of the history of bridges, and forgets what is too old of the same ones. */
export async function keepHistory(
  tx: Tx,
  bridges: readonly Learnt[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const idOf = ({ peerId }: Learnt) => ids.get(peerId) ?? -1
  const samples = bridges.flatMap((one) => one.samples.map((sample) => ({ bridgeId: idOf(one), ...sample })))
  if (samples.length > 0) {
    await tx.insert(bridgeSample).values(samples).onConflictDoNothing()
    const newest = Math.max(...samples.map(({ slot }) => slot))
    await tx.execute(sql`
      DELETE FROM bridge_sample WHERE slot < ${newest - keptSlots}
        AND bridge_id = ANY (${intArray(samples.map(({ bridgeId }) => bridgeId))}::int[])`)
  }
  const events = bridges.flatMap((one) => one.events.map((event) => ({ bridgeId: idOf(one), ...event })))
  if (events.length === 0) return
  await tx.insert(bridgeEvent).values(events)
  await tx.execute(sql`
    DELETE FROM bridge_event old USING unnest(${intArray(events.map(({ bridgeId }) => bridgeId))}::int[]) AS of (id)
    WHERE old.bridge_id = of.id AND old.id <= (
      SELECT kept.id FROM bridge_event kept WHERE kept.bridge_id = of.id
      ORDER BY kept.id DESC OFFSET ${keptEvents} LIMIT 1)`)
}

export async function samplesOf(orm: Queryable, bridgeId: number, fromSlot: number): Promise<BridgeSample[]> {
  const { slot, height, networkHeight } = bridgeSample
  return orm
    .select({ slot, height, networkHeight })
    .from(bridgeSample)
    .where(and(eq(bridgeSample.bridgeId, bridgeId), gte(slot, fromSlot)))
    .orderBy(asc(slot))
}

/** Newest first. */
export async function eventsOf(orm: Queryable, bridgeId: number): Promise<BridgeEventRow[]> {
  return orm
    .select()
    .from(bridgeEvent)
    .where(eq(bridgeEvent.bridgeId, bridgeId))
    .orderBy(desc(bridgeEvent.id))
    .limit(keptEvents)
}

function intArray(values: readonly number[]): string {
  return `{${[...new Set(values)].join(',')}}`
}
