import { governance, type GovernanceState } from '@roundsman/alerting/governance'
import { type ChainRecord, replay, type ReplayedSetting } from '@roundsman/alerting/replay'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { readGovernance } from '../deciding/governance.store.ts'
import { pastSamples } from '../../series/series.public.ts'
import {
  type PastBlock,
  pastBlocks,
  pastEvents,
  type PastTarget,
  pastTarget,
} from '../../watch/watch.public.ts'

/** Some milliseconds' worth, then other requests run. */
const observationsAtOnce = 250

/**
 * When settings would have fired, decided over what the database keeps, in slices between which the process does what
 * else it has to; null: the network has no such validator.
 */
export async function replayAlerts(
  { orm }: Pick<Database, 'orm'>,
  clock: Pick<Clock, 'sleep'>,
  request: RecordRequest & { settingIds: readonly number[] },
): Promise<readonly ReplayedSetting[] | null> {
  const record = await readRecord(orm, request)
  if (record === null) return null
  const replaying = replay.begin(record, request.settingIds)
  for (;;) {
    const settings = replaying.advance(observationsAtOnce)
    if (settings !== null)
      return withVotes(settings, await readGovernance(orm, request.networkId, request.validatorId), request)
    await clock.sleep(0)
  }
}

/** Of votes and signals it is kept when they called, whoever asked for it then (V30). */
function withVotes(
  settings: readonly ReplayedSetting[],
  votes: GovernanceState,
  { validatorId, from, to }: RecordRequest,
): ReplayedSetting[] {
  return settings.map((setting) => {
    const kept = governance.replayed(votes, validatorId, setting.settingId, from)
    if (kept === null) return setting
    return { ...setting, ...kept, times: kept.times.filter((at) => at >= from && at <= to) }
  })
}

/** Since when kept data covers all of them; null: one of them is not covered. */
export function coveredOf(settings: readonly ReplayedSetting[]): number | null {
  const times = settings.map(({ since }) => since)
  const known = times.filter((since) => since !== null)
  return known.length < times.length || known.length === 0 ? null : Math.max(...known)
}

const dayMs = 24 * 3_600_000

interface RecordRequest {
  networkId: number
  /** null: the network itself. */
  validatorId: number | null
  /** Unix ms. */
  from: number
  to: number
}

/** What the database keeps to replay a time from; null: the network has no such validator. */
async function readRecord(orm: Queryable, request: RecordRequest): Promise<ChainRecord | null> {
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
