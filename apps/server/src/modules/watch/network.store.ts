import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import type { SigningTuple, ValidatorRecord } from './validator-facts.ts'
import { type NetworkRow, watchNetwork, watchSigning, watchValidator } from './watch.schema.ts'

/** Notes that a process begins to follow a network, as a batch so that readers see it, and gives what is known of it. */
export async function beginFollowing(tx: Queryable, networkId: number, now: number): Promise<NetworkRow> {
  const [row] = await tx
    .insert(watchNetwork)
    .values({ networkId, startedAt: now })
    .onConflictDoUpdate({
      target: watchNetwork.networkId,
      set: { startedAt: now, seq: sql`${watchNetwork.seq} + 1` },
    })
    .returning()
  if (!row) throw new Error(`The network ${networkId} has no row.`)
  return row
}

export async function readNetwork(orm: Queryable, networkId: number): Promise<NetworkRow | null> {
  const [row] = await orm.select().from(watchNetwork).where(eq(watchNetwork.networkId, networkId))
  return row ?? null
}

/** Every validator of the epoch, removed ones too, in the order of their slots. */
export async function readValidators(
  orm: Queryable,
  { networkId, epoch }: { networkId: number; epoch: number },
): Promise<ValidatorRecord[]> {
  const rows = await orm
    .select()
    .from(watchValidator)
    .where(and(eq(watchValidator.networkId, networkId), eq(watchValidator.epoch, epoch)))
    .orderBy(watchValidator.slot)
  return rows.map(toRecord)
}

/** Signing infos of a state read, by slot. */
export interface StoredSigning {
  stateHeight: number
  infos: readonly (SigningTuple | null)[]
}

/** Signing infos of the last state read of the epoch; null before the first. */
export async function readSigning(
  orm: Queryable,
  { networkId, epoch }: { networkId: number; epoch: number },
): Promise<StoredSigning | null> {
  const [row] = await orm
    .select()
    .from(watchSigning)
    .where(and(eq(watchSigning.networkId, networkId), eq(watchSigning.epoch, epoch)))
  return row ? { stateHeight: row.stateHeight, infos: row.infos } : null
}

/** A row without the columns that are the store's own business. */
export function toRecord({
  networkId: _network,
  epoch: _epoch,
  seq: _seq,
  ...record
}: typeof watchValidator.$inferSelect): ValidatorRecord {
  return record
}
