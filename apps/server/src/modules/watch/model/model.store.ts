import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { rowReader } from '../../../platform/db/columns.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import type { ChainModel, LetterBlock, ModelUpdate, StoredSigning } from './chain-model.ts'
import type { NewestBlock } from './block-times.ts'
import { keptHeights } from './letter-ring.ts'
import type { OldKey, ValidatorRecord } from './validator-facts.ts'
import {
  type NetworkRow,
  networkRowOf,
  watchBlock,
  watchEvent,
  watchNetwork,
  watchSigning,
  watchValidator,
} from './watch.schema.ts'

/** A block with the batch that brought it. */
export interface NumberedBlock extends LetterBlock {
  seq: number
}

/**
 * What a model needs beside the network's row: what has changed since it was as `known`, or all of it where nothing
 * of this epoch is. Read it again and nothing is lost or doubled. To be read as of one moment, together with the row.
 */
export async function readModelUpdate(
  orm: Queryable,
  row: NetworkRow,
  known: Pick<ChainModel, 'row' | 'signing'> | null,
): Promise<Omit<ModelUpdate, 'row'> & { blocks: NumberedBlock[] }> {
  const before = known?.row.epoch === row.epoch ? known : null
  const after = before?.row.seq ?? null
  const records = await readRecords(orm, row, after)
  const blocks = await readLetters(orm, row, after)
  const isSameState = before !== null && before.row.stateHeight === row.stateHeight
  return { records, blocks, signing: isSameState ? before.signing : await readSigning(orm, row) }
}

async function readRecords(
  orm: Queryable,
  { networkId, epoch }: NetworkRow,
  after: number | null,
): Promise<ValidatorRecord[]> {
  const rows = await orm
    .select()
    .from(watchValidator)
    .where(
      and(
        eq(watchValidator.networkId, networkId),
        eq(watchValidator.epoch, epoch),
        after === null ? undefined : gt(watchValidator.seq, after),
      ),
    )
    .orderBy(asc(watchValidator.slot))
  return rows.map(toRecord)
}

const letterColumns = {
  height: watchBlock.height,
  at: watchBlock.at,
  letters: watchBlock.letters,
  signedPower: watchBlock.signedPower,
  totalPower: watchBlock.totalPower,
  assurance: watchBlock.assurance,
  seq: watchBlock.seq,
}

async function readLetters(
  orm: Queryable,
  { networkId, epoch, height }: NetworkRow,
  after: number | null,
): Promise<NumberedBlock[]> {
  return orm
    .select(letterColumns)
    .from(watchBlock)
    .where(
      and(
        eq(watchBlock.networkId, networkId),
        eq(watchBlock.epoch, epoch),
        after === null ? gt(watchBlock.height, (height ?? 0) - keptHeights) : gt(watchBlock.seq, after),
      ),
    )
    .orderBy(asc(watchBlock.height))
}

/** Signing infos of the last state read of the epoch; null before the first. */
async function readSigning(orm: Queryable, { networkId, epoch }: NetworkRow): Promise<StoredSigning | null> {
  const [row] = await orm
    .select()
    .from(watchSigning)
    .where(and(eq(watchSigning.networkId, networkId), eq(watchSigning.epoch, epoch)))
  return row ? { stateHeight: row.stateHeight, infos: row.infos } : null
}

/** The consensus keys that validators of the epoch had before the present ones, oldest first, as the timeline has them. */
export async function readOldKeys(orm: Queryable, { networkId, epoch }: NetworkRow): Promise<OldKey[]> {
  const rows = await orm
    .select({ address: watchEvent.before, slot: watchValidator.slot })
    .from(watchEvent)
    .innerJoin(watchValidator, eq(watchValidator.id, watchEvent.validatorId))
    .where(
      and(
        eq(watchEvent.networkId, networkId),
        eq(watchEvent.epoch, epoch),
        eq(watchEvent.kind, 'key_changed'),
      ),
    )
    .orderBy(asc(watchEvent.id))
  return rows.flatMap(({ address, slot }) => (address === null ? [] : [{ address, slot }]))
}

/** A row without the columns that are the store's own business. */
function toRecord({
  networkId: _network,
  epoch: _epoch,
  seq: _seq,
  ...record
}: typeof watchValidator.$inferSelect): ValidatorRecord {
  return record
}

/**
 * What most batches bring, in one statement and so as of one moment: the row, and the blocks since it was as `known`.
 * Null where more than that has changed, which `readModelUpdate` reads, and where there is no row.
 */
export async function readBlocksSince(
  orm: Queryable,
  known: NetworkRow,
): Promise<{ row: NetworkRow; databaseNow: number; blocks: NumberedBlock[] } | null> {
  const { networkId, epoch, seq, stateHeight } = known
  // By hand, since it is asked with every block: the builder would make hundreds of pieces of its columns each time.
  const { rows } = await orm.execute<{
    database_now: number
    has_records: boolean
    block_height: unknown
  }>(sql`
    select n.*, ${databaseNow} as database_now,
           exists (select from watch_validator
                   where network_id = ${networkId} and epoch = ${epoch} and seq > ${seq}) as has_records,
           b.height as block_height, b.at as block_at, b.letters as block_letters, b.signed_power as block_signed_power,
           b.total_power as block_total_power, b.assurance as block_assurance, b.seq as block_seq
    from watch_network n
    left join watch_block b on b.network_id = ${networkId} and b.epoch = ${epoch} and b.seq > ${seq}
    where n.network_id = ${networkId}
    order by b.height`)
  const [first] = rows
  if (first === undefined || first.has_records) return null
  const row = networkRowOf(first)
  if (row.epoch !== epoch || row.stateHeight !== stateHeight) return null
  return {
    row,
    databaseNow: first.database_now,
    blocks: rows.flatMap((one) => (one.block_height === null ? [] : [blockOf(one)])),
  }
}

const blockOf = rowReader<NumberedBlock>(letterColumns, 'block_')

const databaseNow = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`

/** The row of a network, and the database's clock (Unix ms) when it was read. */
export async function readNetworkNow(
  orm: Queryable,
  networkId: number,
): Promise<{ row: NetworkRow; databaseNow: number } | null> {
  const [read] = await orm
    .select({ row: watchNetwork, databaseNow })
    .from(watchNetwork)
    .where(eq(watchNetwork.networkId, networkId))
  return read ?? null
}

export async function readNetwork(orm: Queryable, networkId: number): Promise<NetworkRow | null> {
  const [row] = await orm.select().from(watchNetwork).where(eq(watchNetwork.networkId, networkId))
  return row ?? null
}

/** Channel of the hint that a network has a newer batch; the payload is its id. */
export const batchChannel = 'watch_batch'

/** The newest batch of every network: cheap enough to ask each second. */
export async function readSeqs(orm: Queryable): Promise<Map<number, number>> {
  const rows = await orm
    .select({ networkId: watchNetwork.networkId, seq: watchNetwork.seq })
    .from(watchNetwork)
  return new Map(rows.map(({ networkId, seq }) => [networkId, seq]))
}

/** Those of the networks of which nobody, in whatever process, has had a usable answer within `ms`. */
export async function unseenNetworks(
  db: Pick<Database, 'orm' | 'now'>,
  networkIds: readonly number[],
  ms: number,
): Promise<number[]> {
  if (networkIds.length === 0) return []
  const seen = await db.orm
    .select({ networkId: watchNetwork.networkId })
    .from(watchNetwork)
    .where(
      and(
        inArray(watchNetwork.networkId, [...networkIds]),
        gt(watchNetwork.observedAt, sql`(extract(epoch from ${db.now()}) * 1000)::bigint - ${ms}::bigint`),
      ),
    )
  return networkIds.filter((id) => !seen.some(({ networkId }) => networkId === id))
}

/** The newest block of each network, and the database's clock (Unix ms) when they were read. */
export async function newestBlocks({
  orm,
  now,
}: Pick<Database, 'orm' | 'now'>): Promise<{ blocks: NewestBlock[]; now: number }> {
  const { rows } = await orm.execute<{ now: number; blocks: NewestBlock[] | null }>(sql`
    select floor(extract(epoch from ${now()}) * 1000)::float8 as now,
           (select json_agg(json_build_object(
                     'networkId', network_id, 'epoch', epoch, 'height', head_height, 'blockAt', head_at,
                     'firstSeenAt', observed_at - head_age_ms, 'observedAt', observed_at, 'assurance', assurance))
            from watch_network
            where head_height is not null and head_at is not null and observed_at is not null
              and head_age_ms is not null) as blocks`)
  const [row] = rows
  return { blocks: row?.blocks ?? [], now: row?.now ?? 0 }
}
