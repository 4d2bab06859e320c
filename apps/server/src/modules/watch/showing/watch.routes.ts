import { isAllowed } from '@roundsman/contract/accounts/abilities'
import { detailBlocks, timelineLimit } from '@roundsman/contract/networks/validator-details'
import { attentionOf } from '@roundsman/contract/networks/validator-state'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Networks } from '../../networks/networks.public.ts'
import type { ChainModel } from '../model/chain-model.ts'
import type { ValidatorRecord } from '../model/validator-facts.ts'
import { signingStartOf } from '../model/validator-values.ts'
import type { AvatarOf, NetworkView } from './network-view.ts'
import { createNewestEvents, newestOf, type TimelineOf, timelineOf } from './timeline.store.ts'
import { findValidator, validatorDetails } from './validator-details.ts'
import type { Views } from './views.ts'

export interface WatchRoutesDeps {
  views: Views
  networks: Pick<Networks, 'all'>
  clock: Pick<Clock, 'monotonic'>
}

/** The list of a network, from memory in bytes that are made once for each change, and how every network is. */
export function addWatchRoutes(server: HttpServer, { views, networks, clock }: WatchRoutesDeps): void {
  server.add('validators', ({ params }) => {
    const view = views.of(params.blockchainId)
    if (!view) return Promise.reject(new ProblemError('network_not_found'))
    const { body, kept } = view.list(clock.monotonic())
    return Promise.resolve({ status: 200, body, kept })
  })
  server.add('networkStatuses', (_input, { caller }) => {
    const readable = networks.all().filter(({ access }) => isAllowed(caller.abilities, 'read', access))
    const statuses = readable.flatMap(({ blockchain_id }) => {
      const view = views.of(blockchain_id)
      if (!view) return []
      const attention = attentionOf(view.validators())
      return [{ blockchain_id, status: view.status(clock.monotonic()), attention }]
    })
    return Promise.resolve({ status: 200, body: { networks: statuses } })
  })
}

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
