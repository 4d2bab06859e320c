import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { watchNetwork, watchValidator } from './watch.schema.ts'

/** What the validators of these networks name as their identity now, by rank; some name the same. */
export async function presentIdentities(orm: Queryable, networkIds: readonly number[]): Promise<string[]> {
  if (networkIds.length === 0) return []
  const { identity, rank, networkId, epoch, removedAt } = watchValidator
  const rows = await orm
    .select({ identity })
    .from(watchValidator)
    .innerJoin(watchNetwork, and(eq(watchNetwork.networkId, networkId), eq(watchNetwork.epoch, epoch)))
    .where(and(inArray(networkId, [...networkIds]), isNull(removedAt), isNotNull(identity)))
    .orderBy(asc(rank))
  return rows.flatMap((row) => row.identity ?? [])
}
