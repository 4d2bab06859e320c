import { and, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import type { Batch } from './batch.ts'
import { keptHeights } from './letter-ring.ts'
import type { ValidatorRecord } from './validator-facts.ts'
import { watchBlock, watchEvent, watchNetwork, watchSigning, watchValidator } from './watch.schema.ts'

/** Old letters are deleted once in so many heights, not with every block. */
const pruneEvery = 250

/** The stored records with their ids, and the number of the batch. */
export interface Stored {
  seq: number
  records: ValidatorRecord[]
}

/**
 * Writes a batch under the next number of its network; null if the network is in another epoch by now. To be called
 * in a transaction that holds the lease.
 */
export async function storeBatch(tx: Queryable, batch: Batch): Promise<Stored | null> {
  const { networkId, epoch } = batch
  const [numbered] = await tx
    .update(watchNetwork)
    .set({ ...batch.network, seq: sql`${watchNetwork.seq} + 1` })
    .where(and(eq(watchNetwork.networkId, networkId), eq(watchNetwork.epoch, epoch)))
    .returning({ seq: watchNetwork.seq })
  if (!numbered) return null
  const { seq } = numbered
  if (batch.blocks.length > 0)
    await tx.insert(watchBlock).values(batch.blocks.map((block) => ({ ...block, networkId, epoch, seq })))
  const records = await storeValidators(tx, batch, seq)
  await storeEvents(tx, batch, records, seq)
  if (batch.signing) await storeSigning(tx, batch)
  await prune(tx, batch)
  return { seq, records }
}

async function storeValidators(tx: Queryable, batch: Batch, seq: number): Promise<ValidatorRecord[]> {
  const { networkId, epoch } = batch
  const records: ValidatorRecord[] = []
  for (const { id, ...columns } of batch.validators) {
    const values = { ...columns, networkId, epoch, seq }
    if (id === null) {
      const rows = await tx.insert(watchValidator).values(values).returning({ id: watchValidator.id })
      records.push({ ...columns, id: rows[0]?.id ?? null })
    } else {
      await tx.update(watchValidator).set(values).where(eq(watchValidator.id, id))
      records.push({ ...columns, id })
    }
  }
  return records
}

async function storeEvents(
  tx: Queryable,
  { networkId, epoch, events }: Batch,
  records: readonly ValidatorRecord[],
  seq: number,
): Promise<void> {
  if (events.length === 0) return
  const ids = new Map(records.map((record) => [record.slot, record.id]))
  await tx.insert(watchEvent).values(
    events.map(({ slot, ...event }) => ({
      ...event,
      validatorId: slot === null ? null : (ids.get(slot) ?? null),
      networkId,
      epoch,
      seq,
    })),
  )
}

async function storeSigning(tx: Queryable, { networkId, epoch, signing }: Batch): Promise<void> {
  if (signing === null) return
  const values = { epoch, stateHeight: signing.stateHeight, infos: signing.infos }
  await tx
    .insert(watchSigning)
    .values({ networkId, ...values })
    .onConflictDoUpdate({ target: watchSigning.networkId, set: values })
}

async function prune(tx: Queryable, { networkId, epoch, blocks }: Batch): Promise<void> {
  const newest = blocks.at(-1)?.height ?? 0
  const oldest = blocks[0]?.height ?? 0
  if (Math.floor(newest / pruneEvery) === Math.floor((oldest - 1) / pruneEvery)) return
  await tx
    .delete(watchBlock)
    .where(
      and(
        eq(watchBlock.networkId, networkId),
        eq(watchBlock.epoch, epoch),
        lte(watchBlock.height, newest - keptHeights),
      ),
    )
}
