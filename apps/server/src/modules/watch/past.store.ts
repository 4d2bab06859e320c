import type { BlockLetter, BondStatus } from '@roundsman/cometbft/domain'
import { and, asc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { blockLetterOf } from './model/letter-ring.ts'
import { maxMissed } from './model/slashing.ts'
import type { ChainChange } from './participant.ts'
import { watchBlock, watchEvent, watchNetwork, watchValidator } from './watch.schema.ts'

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
    ...{ epoch, slot, window },
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
): Promise<ChainChange['events']> {
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
