import { and, asc, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import type { ChainModel, LetterBlock, ModelUpdate, StoredSigning } from './model/chain-model.ts'
import type { OldKey } from './model/consensus-keys.ts'
import { keptHeights } from './model/letter-ring.ts'
import type { ValidatorRecord } from './model/validator-facts.ts'
import { type NetworkRow, watchBlock, watchEvent, watchSigning, watchValidator } from './watch.schema.ts'

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

async function readLetters(
  orm: Queryable,
  { networkId, epoch, height }: NetworkRow,
  after: number | null,
): Promise<NumberedBlock[]> {
  return orm
    .select({
      height: watchBlock.height,
      at: watchBlock.at,
      letters: watchBlock.letters,
      signedPower: watchBlock.signedPower,
      totalPower: watchBlock.totalPower,
      assurance: watchBlock.assurance,
      seq: watchBlock.seq,
    })
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
