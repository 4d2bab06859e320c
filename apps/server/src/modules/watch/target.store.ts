import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { watchValidator } from './watch.schema.ts'

/** What names a validator beyond the row that it has in one epoch: its operator, where the chain has operators. */
export interface ValidatorNames {
  id: number
  operatorAddress: string | null
  consensusAddress: string
}

const names = {
  id: watchValidator.id,
  operatorAddress: watchValidator.operatorAddress,
  consensusAddress: watchValidator.consensusAddress,
}

/** Those of these rows that are a network's, of whatever epoch, removed ones too. */
export async function validatorsById(
  orm: Queryable,
  networkId: number,
  ids: readonly number[],
): Promise<ValidatorNames[]> {
  if (ids.length === 0) return []
  return orm
    .select(names)
    .from(watchValidator)
    .where(and(eq(watchValidator.networkId, networkId), inArray(watchValidator.id, [...ids])))
}

/** The row by which a validator of an operator or consensus address is known now, else the last one it had. */
export async function validatorIdsByAddress(
  orm: Queryable,
  networkId: number,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  if (addresses.length === 0) return ids
  const wanted = [...addresses]
  const rows = await orm
    .select(names)
    .from(watchValidator)
    .where(
      and(
        eq(watchValidator.networkId, networkId),
        or(inArray(watchValidator.operatorAddress, wanted), inArray(watchValidator.consensusAddress, wanted)),
      ),
    )
    .orderBy(asc(watchValidator.epoch), asc(watchValidator.id))
  for (const { id, operatorAddress, consensusAddress } of rows) {
    ids.set(consensusAddress, id)
    if (operatorAddress !== null) ids.set(operatorAddress, id)
  }
  return ids
}

/** The ids of all validators of an epoch, removed ones too, by their slot. */
export async function validatorIdsBySlot(
  orm: Queryable,
  { networkId, epoch }: { networkId: number; epoch: number },
): Promise<Map<number, number>> {
  const rows = await orm
    .select({ id: watchValidator.id, slot: watchValidator.slot })
    .from(watchValidator)
    .where(and(eq(watchValidator.networkId, networkId), eq(watchValidator.epoch, epoch)))
  return new Map(rows.map(({ id, slot }) => [slot, id]))
}
