import type { BlockLetter, BondStatus } from '@roundsman/cometbft/domain'
import { maxMissed } from '@roundsman/contract/networks/time-to-jail'
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { blockLetterOf, letterOf } from '../model/letter-ring.ts'
import { watchBlock, watchEvent, watchNetwork, watchValidator } from '../model/watch.schema.ts'

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

/** A validator in one epoch, and what its slashing is by. */
export interface PastTarget {
  epoch: number
  slot: number
  present: {
    jailed: boolean | null
    tombstoned: boolean | null
    bondStatus: BondStatus
    commissionRate: number | null
  }
  /** Slashing parameters; null: not known. */
  window: number | null
  maxMissed: number | null
}

export interface PastBlock {
  height: number
  /** Header time, Unix ms. */
  at: number
  /** null: not in the set, not known, or nobody's is asked for. */
  letter: BlockLetter | null
  /** Of the set's power, what signed; null: nobody wrote it down. */
  signedShare: number | null
}

/** Where what is kept of a validator is found; null: the network has none of this id. */
export async function pastTarget(
  orm: Queryable,
  networkId: number,
  validatorId: number,
): Promise<PastTarget | null> {
  const [row] = await orm
    .select({
      epoch: watchValidator.epoch,
      slot: watchValidator.slot,
      jailed: watchValidator.jailed,
      tombstoned: watchValidator.tombstoned,
      bondStatus: watchValidator.bondStatus,
      commissionRate: watchValidator.commissionRate,
      window: watchNetwork.signedBlocksWindow,
      minSigned: watchNetwork.minSignedPerWindow,
    })
    .from(watchValidator)
    .innerJoin(watchNetwork, eq(watchNetwork.networkId, watchValidator.networkId))
    .where(and(eq(watchValidator.networkId, networkId), eq(watchValidator.id, validatorId)))
  if (!row) return null
  const { epoch, slot, jailed, tombstoned, bondStatus, commissionRate, window, minSigned } = row
  const rate = commissionRate === null ? null : Number(commissionRate)
  return {
    epoch,
    slot,
    window,
    present: { jailed, tombstoned, bondStatus, commissionRate: rate },
    maxMissed: window === null || minSigned === null ? null : maxMissed(window, minSigned),
  }
}

/** Who is in the network's present epoch, by rank. */
export async function presentValidators(
  orm: Queryable,
  networkId: number,
): Promise<{ id: number; name: string }[]> {
  const rows = await orm
    .select({
      id: watchValidator.id,
      name: sql<string>`coalesce(nullif(${watchValidator.moniker}, ''), ${watchValidator.operatorAddress}, ${watchValidator.consensusAddress})`,
    })
    .from(watchValidator)
    .innerJoin(
      watchNetwork,
      and(eq(watchNetwork.networkId, watchValidator.networkId), eq(watchNetwork.epoch, watchValidator.epoch)),
    )
    .where(and(eq(watchValidator.networkId, networkId), isNull(watchValidator.removedAt)))
    .orderBy(asc(watchValidator.rank), asc(watchValidator.id))
  return rows
}

/** Every block of an epoch whose letters are kept, oldest first; null: of the present epoch, and nobody's letters. */
export async function pastBlocks(
  orm: Queryable,
  networkId: number,
  target: Pick<PastTarget, 'epoch' | 'slot'> | null,
): Promise<PastBlock[]> {
  const byte = target === null ? 0 : target.slot >> 1
  const rows = await orm
    .select({
      height: watchBlock.height,
      at: watchBlock.at,
      byte: sql<
        number | null
      >`CASE WHEN length(${watchBlock.letters}) > ${byte} THEN get_byte(${watchBlock.letters}, ${byte}) END`,
      signedShare: sql<
        number | null
      >`(${watchBlock.signedPower} / nullif(${watchBlock.totalPower}, 0))::float8`,
    })
    .from(watchBlock)
    .innerJoin(watchNetwork, eq(watchNetwork.networkId, watchBlock.networkId))
    .where(
      and(eq(watchBlock.networkId, networkId), eq(watchBlock.epoch, target?.epoch ?? watchNetwork.epoch)),
    )
    .orderBy(asc(watchBlock.height))
  const shift = target === null ? 0 : (target.slot & 1) * 4
  return rows.map((row) => ({
    height: row.height,
    at: row.at,
    letter: target === null || row.byte === null ? null : blockLetterOf((row.byte >> shift) & 0b1111),
    signedShare: row.signedShare,
  }))
}

const eventColumns = {
  kind: watchEvent.kind,
  validatorId: watchEvent.validatorId,
  before: watchEvent.before,
  after: watchEvent.after,
  height: watchEvent.height,
  at: watchEvent.at,
  chainAt: watchEvent.chainAt,
  assurance: watchEvent.assurance,
  host: watchEvent.host,
}

/** What the timeline has of batches between two of an epoch, for who has not decided of them, oldest first. */
export async function undecidedEvents(
  orm: Queryable,
  { networkId, epoch, after, before }: { networkId: number; epoch: number; after: number; before: number },
) {
  const rows = await orm
    .select({ ...eventColumns, slot: watchValidator.slot })
    .from(watchEvent)
    .leftJoin(watchValidator, eq(watchValidator.id, watchEvent.validatorId))
    .where(
      and(
        eq(watchEvent.networkId, networkId),
        eq(watchEvent.epoch, epoch),
        gt(watchEvent.seq, after),
        lt(watchEvent.seq, before),
      ),
    )
    .orderBy(asc(watchEvent.id))
  return rows
}

/** What the timeline has of a validator since a time, Unix ms, oldest first. */
export async function pastEvents(orm: Queryable, validatorId: number, since: number) {
  return orm
    .select(eventColumns)
    .from(watchEvent)
    .where(and(eq(watchEvent.validatorId, validatorId), gte(watchEvent.at, since)))
    .orderBy(asc(watchEvent.id))
}

/** A validator at a height. */
interface LetterPlace {
  validatorId: number
  height: number
}

/** Letters of neighboring heights, oldest first. */
interface LettersBefore {
  fromHeight: number
  letters: string
}

/**
 * The last `count` letters of validators up to a height each, in the order of `places`, as far as they are kept without
 * a hole; null where the letter of the height itself is not.
 */
export async function lettersBefore(
  orm: Queryable,
  places: readonly LetterPlace[],
  count: number,
): Promise<(LettersBefore | null)[]> {
  if (places.length === 0) return []
  const wanted = places.map(({ validatorId, height }, place) => ({ place, id: validatorId, height }))
  const { rows } = await orm.execute<{ place: number; height: number; code: number }>(sql`
    SELECT w.place, b.height::float8 AS height,
           CASE WHEN length(b.letters) > v.slot >> 1
             THEN (get_byte(b.letters, v.slot >> 1) >> ((v.slot & 1) * 4)) & 15 ELSE 0 END AS code
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w (place int, id int, height bigint)
    JOIN watch_validator v ON v.id = w.id
    JOIN watch_block b ON b.network_id = v.network_id AND b.epoch = v.epoch
      AND b.height BETWEEN w.height - ${count - 1}::int AND w.height
    ORDER BY w.place, b.height DESC`)
  return places.map(({ height }, place) => {
    const own = rows.filter((row) => row.place === place)
    const unbroken = own.filter((row, index) => row.height === height - index)
    const oldest = unbroken.at(-1)
    if (oldest === undefined) return null
    const letters = unbroken.map(({ code }) => letterOf(code)).reverse()
    return { fromHeight: oldest.height, letters: letters.join('') }
  })
}
