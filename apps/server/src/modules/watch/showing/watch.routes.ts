import { isAllowed } from '@roundsman/contract/accounts/abilities'
import {
  detailBlocks,
  timelineLimit,
  type ValidatorDetails,
} from '@roundsman/contract/networks/validator-details'
import { attentionOf } from '@roundsman/contract/networks/validator-state'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { createKeptBodies, type KeptBodies } from '../../../platform/http/kept-bodies.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { etagOf, keepBody } from '../../../platform/http/send-json.ts'
import { type Networks, unjailCommandOf } from '../../networks/networks.public.ts'
import type { ChainModel } from '../model/chain-model.ts'
import type { ValidatorRecord } from '../model/validator-facts.ts'
import { countedBlocksOf, signingStartOf } from '../model/validator-values.ts'
import type { AvatarOf, NetworkView } from './network-view.ts'
import { createNewestEvents, newestOf, type TimelineOf, timelineOf } from './timeline.store.ts'
import { findValidator, signaturesOf, validatorDetails } from './validator-details.ts'
import type { Views } from './views.ts'

/** The list of a network, from memory in bytes that are made once for each change, and how every network is. */
export function addWatchRoutes(server: HttpServer, views: Views, networks: Networks, clock: Clock): void {
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

/** A validator as it is in a model. */
interface Found {
  view: NetworkView
  model: ChainModel
  record: ValidatorRecord & { id: number }
}

/** What is answered of a model's validators, with the compressed forms: a few hundred of the usual ones. */
const roomForDetails = 1024 * 1024
/** Spellings of names that are remembered; by another one a validator is looked for. */
const mostNames = 2_000

/** What belongs to a model of a chain, and goes with it. */
interface OfModel {
  names: Map<string, Found['record']>
  bodies: KeptBodies<ValidatorDetails>
}

/**
 * One validator in full, and its timeline. All but the timeline comes from memory: its letters of 10,000 blocks are
 * there for the strips, and cost the database nothing; the newest events are asked for once a batch. What is answered
 * is made once for each model, and sent to everybody who may read the network.
 */
export function addDetailsRoutes(
  server: HttpServer,
  views: Views,
  networks: Pick<Networks, 'byId'>,
  db: Database,
  bridgesOf: BridgesOf,
  avatarOf: AvatarOf,
): void {
  const newestEvents = createNewestEvents((place) => newestOf(db.orm, place, timelineLimit.usual))
  const ofModels = new WeakMap<ChainModel, OfModel>()

  function ofModel(model: ChainModel): OfModel {
    const known = ofModels.get(model) ?? { names: new Map(), bodies: createKeptBodies(roomForDetails) }
    ofModels.set(model, known)
    return known
  }

  /** @throws ProblemError where the network has no such validator in its present epoch */
  function find({ blockchainId, validatorId }: { blockchainId: number; validatorId: string }): Found {
    const view = views.of(blockchainId)
    if (!view) throw new ProblemError('network_not_found')
    const model = view.model()
    if (!model) throw new ProblemError('not_found')
    const { names } = ofModel(model)
    const record = names.get(validatorId) ?? identified(findValidator(model.records, validatorId))
    if (!record) throw new ProblemError('not_found')
    if (names.size < mostNames) names.set(validatorId, record)
    return { view, model, record }
  }

  /** All but the events is read at once, so that it is of this model. */
  async function make({ view, model, record }: Found, asked: { blocks: number; bridges: number[] }) {
    const row = view.validators().find(({ id }) => id === record.id) ?? null
    const signatures = signaturesOf(model.ring, record.slot, asked.blocks)
    const countedBlocks = countedBlocksOf(model, record)
    const signingStart = signingStartOf(model, record.slot)
    const newest = await newestEvents.of(model, placeOf({ model, record }))
    const outage = model.row.outages?.find(({ slot }) => slot === record.slot) ?? null
    const { bridges } = asked
    const network = networks.byId(model.row.networkId)
    const body = validatorDetails({
      record,
      row,
      signatures,
      countedBlocks,
      signingStart,
      newest,
      outage,
      bridges,
      unjailCommand: network ? unjailCommandOf(network, model.row.chainId) : null,
      avatarOf,
    })
    const json = JSON.stringify(body)
    return { body, kept: keepBody(json, etagOf(json)) }
  }

  server.add('validatorDetails', async ({ params, query }) => {
    const { operatorAddress, consensusAddress } = find(params).record
    const addresses = [operatorAddress, consensusAddress].filter((one) => one !== null)
    const bridges = await bridgesOf(params.blockchainId, addresses)
    // The model may be another one by now.
    const found = find(params)
    const blocks = query.blocks ?? detailBlocks.usual
    const key = `${found.record.id} ${blocks} ${bridges.join(',')}`
    const answer = await ofModel(found.model).bodies.of(key, () => make(found, { blocks, bridges }))
    return { status: 200, ...answer }
  })

  server.add('validatorTimeline', async ({ params, query }) => {
    const place = placeOf(find(params))
    const limit = Math.min(query.limit ?? timelineLimit.usual, timelineLimit.most)
    return { status: 200, body: { timeline: await timelineOf(db.orm, place, { ...query, limit }) } }
  })
}

/** Null where nobody has stored it yet. */
function identified(record: ValidatorRecord | null): Found['record'] | null {
  return record === null || record.id === null ? null : { ...record, id: record.id }
}

function placeOf({ model: { row }, record: { id } }: Pick<Found, 'model' | 'record'>): TimelineOf {
  return { networkId: row.networkId, epoch: row.epoch, validatorId: id }
}
