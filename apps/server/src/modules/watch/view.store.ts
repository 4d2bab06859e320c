import { and, asc, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import type { KeptBlock } from './batch.ts'
import { keptHeights } from './letter-ring.ts'
import { toRecord } from './network.store.ts'
import type { ValidatorRecord } from './validator-facts.ts'
import { type NetworkRow, watchBlock, watchNetwork, watchValidator } from './watch.schema.ts'

/** The newest batch of every network: cheap enough to ask each second. */
export async function readSeqs(orm: Queryable): Promise<Map<number, number>> {
  const rows = await orm
    .select({ networkId: watchNetwork.networkId, seq: watchNetwork.seq })
    .from(watchNetwork)
  return new Map(rows.map(({ networkId, seq }) => [networkId, seq]))
}

/** What changed in an epoch after a batch; with `after` 0 all of it. Read it again and nothing is lost or doubled. */
export async function readChanges(
  orm: Queryable,
  { networkId, epoch, height }: Pick<NetworkRow, 'networkId' | 'epoch' | 'height'>,
  after: number,
): Promise<{ records: ValidatorRecord[]; blocks: KeptBlock[] }> {
  const validators = await orm
    .select()
    .from(watchValidator)
    .where(
      and(
        eq(watchValidator.networkId, networkId),
        eq(watchValidator.epoch, epoch),
        gt(watchValidator.seq, after),
      ),
    )
  const blocks = await orm
    .select({ height: watchBlock.height, at: watchBlock.at, letters: watchBlock.letters })
    .from(watchBlock)
    .where(
      and(
        eq(watchBlock.networkId, networkId),
        eq(watchBlock.epoch, epoch),
        after === 0 ? gt(watchBlock.height, (height ?? 0) - keptHeights) : gt(watchBlock.seq, after),
      ),
    )
    .orderBy(asc(watchBlock.height))
  return { records: validators.map(toRecord), blocks }
}
