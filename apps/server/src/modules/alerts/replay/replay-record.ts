import type { ChainRecord } from '@roundsman/alerting/replay'
import type { Queryable } from '../../../platform/db/database.ts'
import { pastSamples } from '../../series/series.public.ts'
import {
  type PastBlock,
  pastBlocks,
  pastEvents,
  type PastTarget,
  pastTarget,
} from '../../watch/watch.public.ts'

const dayMs = 24 * 3_600_000

export interface RecordRequest {
  networkId: number
  /** null: the network itself. */
  validatorId: number | null
  /** Unix ms. */
  from: number
  to: number
}

/** What the database keeps to replay a time from; null: the network has no such validator. */
export async function readRecord(orm: Queryable, request: RecordRequest): Promise<ChainRecord | null> {
  const { networkId, validatorId, from, to } = request
  const target = validatorId === null ? null : await pastTarget(orm, networkId, validatorId)
  if (validatorId !== null && target === null) return null
  const blocks = (await pastBlocks(orm, networkId, target)).map(recordedBlock)
  // Stakes are compared with those of the day before; and whoever moves through letters must know of every event.
  const since = Math.min(from - dayMs, blocks[0]?.at ?? from)
  const validator = target && validatorId !== null ? { networkId, validatorId, target, since } : null
  return { from, to, blocks, validator: validator && (await readValidator(orm, validator)) }
}

async function readValidator(
  orm: Queryable,
  of: { networkId: number; validatorId: number; target: PastTarget; since: number },
): Promise<ChainRecord['validator']> {
  const { networkId, validatorId, target, since } = of
  const { epoch, slot, present, window, maxMissed } = target
  const samples = await pastSamples(orm, { networkId, epoch, slot, since })
  const events = await pastEvents(orm, validatorId, since)
  return { samples, events, present, window, maxMissed }
}

function recordedBlock(block: PastBlock): ChainRecord['blocks'][number] {
  return { ...block, missedShare: block.signedShare === null ? null : 1 - block.signedShare }
}
