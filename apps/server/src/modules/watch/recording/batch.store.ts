import { decodeTrusted, encodeTrusted, type Trusted } from '@roundsman/cometbft/proof/trusted'
import { and, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { type HeldLease, heldLease } from '../../../platform/db/lease.ts'
import type { ValidatorRecord } from '../model/validator-facts.ts'
import {
  networkPatch,
  type NetworkRow,
  networkRowOf,
  type TrustedBlock,
  watchBlock,
  watchEvent,
  watchSigning,
  watchTrustedSet,
  watchValidator,
} from '../model/watch.schema.ts'
import type { Batch } from './batch.ts'
import type { WatchEvent } from './events-between.ts'

/** What was stored: records with their ids, events with the ids of whom they are about. */
export interface Stored {
  /** Number of the batch. */
  seq: number
  row: NetworkRow
  records: ValidatorRecord[]
  events: (WatchEvent & { validatorId: number | null })[]
}

/** Rows in one statement: well below the 65,535 parameters that the protocol allows. */
const rowsAtOnce = 1_000

/**
 * Writes a batch under the next number of its network: the network's row and the blocks in the statement that makes sure
 * of the lease and locks it, then one statement for each other kind of row. Null, and nothing is written, if the lease
 * is another's or the network is in another epoch by now.
 */
export async function storeBatch(tx: Queryable, lease: HeldLease, batch: Batch): Promise<Stored | null> {
  const { networkId, epoch, oldUpTo, trusted } = batch
  const row = await storeFirst(tx, lease, batch)
  if (row === null) return null
  const { seq } = row
  const records = await storeValidators(tx, batch, seq)
  const events = await storeEvents(tx, batch, records, seq)
  if (trusted && batch.isNewSet) await storeTrustedSet(tx, batch, trusted)
  if (batch.signing) await storeSigning(tx, batch)
  if (oldUpTo !== null)
    await tx
      .delete(watchBlock)
      .where(
        and(
          eq(watchBlock.networkId, networkId),
          eq(watchBlock.epoch, epoch),
          lte(watchBlock.height, oldUpTo),
        ),
      )
  return { seq, row, records, events }
}

/**
 * Written by hand, since it comes with every block: of a statement that returns thirty-five columns twice the builder makes
 * hundreds of pieces, each time anew.
 */
async function storeFirst(tx: Queryable, lease: HeldLease, batch: Batch): Promise<NetworkRow | null> {
  const { networkId, epoch, trusted, blocks } = batch
  const patch = { ...batch.network, ...(trusted ? { trusted: trustedBlock(trusted) } : {}) }
  const kept = sql`, kept as (
    insert into watch_block
      (network_id, epoch, height, at, letters, signed_power, total_power, assurance, host, seq)
    select moved.network_id, moved.epoch, block.*, moved.seq
    from moved, unnest(
      ${sql.param(blocks.map(({ height }) => height))}::bigint[],
      ${sql.param(blocks.map(({ at }) => at))}::bigint[],
      ${sql.param(blocks.map(({ letters }) => letters))}::bytea[],
      ${sql.param(blocks.map(({ signedPower }) => signedPower))}::numeric[],
      ${sql.param(blocks.map(({ totalPower }) => totalPower))}::numeric[],
      ${sql.param(blocks.map(({ assurance }) => assurance))}::text[],
      ${sql.param(blocks.map(({ host }) => host))}::text[]) as block)`
  const { rows } = await tx.execute(sql`
    with held as (${heldLease(lease)}),
    moved as (
      update watch_network set ${networkPatch(patch)} seq = seq + 1
      where network_id = ${networkId} and epoch = ${epoch} and exists (select from held)
      returning *)
    ${blocks.length === 0 ? sql`` : kept}
    select * from moved`)
  const [row] = rows
  return row === undefined ? null : networkRowOf(row)
}

/** New rows and changed ones alike: a slot is there or it is not, and is never another validator's. */
async function storeValidators(tx: Queryable, batch: Batch, seq: number): Promise<ValidatorRecord[]> {
  const { networkId, epoch } = batch
  const ids = new Map<number, number>()
  for (const some of chunks(batch.validators)) {
    const rows = await tx
      .insert(watchValidator)
      .values(
        some.map(({ id, ...columns }) => ({
          ...columns,
          ...(id === null ? {} : { id }),
          networkId,
          epoch,
          seq,
        })),
      )
      .onConflictDoUpdate({
        target: [watchValidator.networkId, watchValidator.epoch, watchValidator.slot],
        set: allAsInserted,
      })
      .returning({ id: watchValidator.id, slot: watchValidator.slot })
    for (const { id, slot } of rows) ids.set(slot, id)
  }
  return batch.validators.map((record) => ({ ...record, id: ids.get(record.slot) ?? null }))
}

/** Every column but those that say which row it is. */
const allAsInserted: Record<string, SQL> = Object.fromEntries(
  Object.entries(getTableColumns(watchValidator))
    .filter(([key]) => !['id', 'networkId', 'epoch', 'slot'].includes(key))
    .map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
)

async function storeEvents(
  tx: Queryable,
  { networkId, epoch, events }: Batch,
  records: readonly ValidatorRecord[],
  seq: number,
): Promise<Stored['events']> {
  const ids = new Map(records.map((record) => [record.slot, record.id]))
  const stored = events.map((event) => ({
    ...event,
    validatorId: event.validatorId ?? (event.slot === null ? null : (ids.get(event.slot) ?? null)),
  }))
  for (const some of chunks(stored))
    await tx
      .insert(watchEvent)
      .values(some.map(({ slot: _slot, ...event }) => ({ ...event, networkId, epoch, seq })))
  return stored
}

async function storeSigning(tx: Queryable, { networkId, epoch, signing }: Batch): Promise<void> {
  if (signing === null) return
  const values = { epoch, stateHeight: signing.stateHeight, infos: signing.infos }
  await tx
    .insert(watchSigning)
    .values({ networkId, ...values })
    .onConflictDoUpdate({ target: watchSigning.networkId, set: values })
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_unused, index) =>
    all.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
}

function trustedBlock(trusted: Trusted): TrustedBlock {
  const { nextSet: _set, ...block } = encodeTrusted(trusted)
  return block
}

/** Stores the set that follows a trusted block. Called only where its hash is another one than is stored. */
async function storeTrustedSet(
  tx: Queryable,
  { networkId, epoch }: Pick<NetworkRow, 'networkId' | 'epoch'>,
  trusted: Trusted,
): Promise<void> {
  const values = {
    epoch,
    validatorsHash: trusted.nextValidatorsHash,
    members: encodeTrusted(trusted).nextSet,
  }
  await tx
    .insert(watchTrustedSet)
    .values({ networkId, ...values })
    .onConflictDoUpdate({ target: watchTrustedSet.networkId, set: values })
}

/** The trusted block of a network with its set; null where there is none of this epoch, or it cannot be read. */
export async function readTrusted(orm: Queryable, row: NetworkRow): Promise<Trusted | null> {
  if (row.trusted === null) return null
  const [stored] = await orm
    .select()
    .from(watchTrustedSet)
    .where(
      and(
        eq(watchTrustedSet.networkId, row.networkId),
        eq(watchTrustedSet.epoch, row.epoch),
        eq(watchTrustedSet.validatorsHash, row.trusted.nextValidatorsHash),
      ),
    )
  return stored ? decodeTrusted({ ...row.trusted, nextSet: stored.members }) : null
}
