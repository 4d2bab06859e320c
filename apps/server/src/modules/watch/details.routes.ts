import { detailBlocks, timelineLimit } from '@roundsman/contract/validator-details'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { findValidator } from './find-validator.ts'
import type { ChainModel } from './model/chain-model.ts'
import { signingStartOf } from './model/counting.ts'
import type { ValidatorRecord } from './model/validator-facts.ts'
import type { NetworkView } from './network-view.ts'
import { createNewestEvents } from './newest-events.ts'
import { newestOf, type TimelineOf, timelineOf } from './timeline.store.ts'
import { validatorDetails } from './validator-details.ts'
import type { AvatarOf } from './validator-row.ts'
import type { Views } from './views.ts'

/** Ids of the bridges that a validator of these addresses runs. */
export type BridgesOf = (networkId: number, addresses: readonly string[]) => Promise<number[]>

export interface DetailsRoutesDeps {
  views: Pick<Views, 'of'>
  db: Pick<Database, 'orm'>
  bridgesOf: BridgesOf
  avatarOf: AvatarOf
}

interface Found {
  view: NetworkView
  model: ChainModel
  record: ValidatorRecord & { id: number }
  place: TimelineOf
}

/**
 * One validator in full, and its timeline. All but the timeline comes from memory: its letters of 10,000 blocks are
 * there for the strips, and cost the database nothing; the newest events are asked for once a batch.
 */
export function addDetailsRoutes(
  server: HttpServer,
  { views, db, bridgesOf, avatarOf }: DetailsRoutesDeps,
): void {
  const newestEvents = createNewestEvents((place) => newestOf(db.orm, place, timelineLimit.usual))

  server.add('validatorDetails', async ({ params, query }) => {
    const { view, model, record, place } = found(views, params)
    const newest = await newestEvents.of(model, place)
    const row = view.validators().find(({ id }) => id === record.id) ?? null
    const blocks = query.blocks ?? detailBlocks.usual
    const addresses = [record.operatorAddress, record.consensusAddress].filter((one) => one !== null)
    const bridges = await bridgesOf(params.blockchainId, addresses)
    const signingStart = signingStartOf(model, record.slot)
    const about = { record, row, ring: model.ring, signingStart, blocks, newest, bridges, avatarOf }
    return { status: 200, body: validatorDetails(about) }
  })

  server.add('validatorTimeline', async ({ params, query }) => {
    const { place } = found(views, params)
    const limit = Math.min(query.limit ?? timelineLimit.usual, timelineLimit.most)
    return { status: 200, body: { timeline: await timelineOf(db.orm, place, { ...query, limit }) } }
  })
}

/** @throws ProblemError where the network has no such validator in its present epoch */
function found(
  views: DetailsRoutesDeps['views'],
  { blockchainId, validatorId }: { blockchainId: number; validatorId: string },
): Found {
  const view = views.of(blockchainId)
  if (!view) throw new ProblemError('network_not_found')
  const model = view.model()
  const record = model && findValidator(model.records, validatorId)
  if (!model || !record || record.id === null) throw new ProblemError('not_found')
  const { id } = record
  const place = { networkId: blockchainId, epoch: model.row.epoch, validatorId: id }
  return { view, model, record: { ...record, id }, place }
}
