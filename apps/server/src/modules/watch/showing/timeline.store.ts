import type {
  Outage,
  ValidatorEvent,
  ValidatorEventKind,
} from '@roundsman/contract/networks/validator-details'
import type { Assurance } from '@roundsman/contract/networks/validators'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ChainModel } from '../model/chain-model.ts'
import type { OpenOutage } from '../model/watch.schema.ts'

export interface TimelineOf {
  networkId: number
  epoch: number
  validatorId: number
}

interface Row extends Record<string, unknown> {
  id: number
  at: number
  height: number | null
  kind: ValidatorEventKind
  before: string | null
  after: string | null
  assurance: Assurance | null
  missed: number | null
  since: number | null
  at_least: boolean | null
  imported: boolean
}

/**
 * The timeline of a validator, newest first, with the gaps of its network: all of its epoch, or since it joined.
 * `before`: only what was found out before the event of this id. Both parts are read by an index of their own.
 */
export async function timelineOf(
  orm: Queryable,
  { networkId, epoch, validatorId }: TimelineOf,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): Promise<ValidatorEvent[]> {
  const { rows } = await orm.execute<Row>(sql`
    SELECT id::float8, coalesce(chain_at, at)::float8 AS at, height::float8, kind, before, after, assurance,
      missed, since::float8, at_least, imported FROM (
      (SELECT * FROM watch_event WHERE validator_id = ${validatorId} AND id < ${before}
       ORDER BY id DESC LIMIT ${limit})
      UNION ALL
      (SELECT * FROM watch_event
       WHERE network_id = ${networkId} AND epoch = ${epoch} AND validator_id IS NULL AND id < ${before}
         AND id > coalesce((
           SELECT CASE kind WHEN 'joined' THEN id END FROM watch_event
           WHERE validator_id = ${validatorId} AND kind IN ('joined', 'removed') ORDER BY id LIMIT 1), 0)
       ORDER BY id DESC LIMIT ${limit})
    ) AS event
    ORDER BY id DESC LIMIT ${limit}`)
  return rows.map(toEvent)
}

/** What is read of a validator's events at once, newest first. */
export interface NewestOf {
  timeline: ValidatorEvent[]
  /** The newest of each kind that says since when a state holds, among others or not. */
  changes: ValidatorEvent[]
}

/** The newest events, and under however many others those that its state holds since. */
export async function newestOf(orm: Queryable, place: TimelineOf, limit: number): Promise<NewestOf> {
  const timeline = await timelineOf(orm, place, { limit })
  return { timeline, changes: timeline.length < limit ? timeline : await stateChangesOf(orm, place) }
}

const stateKinds = [
  'jailed',
  'unjailed',
  'tombstoned',
  'bonded',
  'unbonding',
  'unbonded',
  'joined',
  'removed',
]

/** Each kind is one probe of an index; its condition is written out, as that of the index is. */
async function stateChangesOf(orm: Queryable, { validatorId }: TimelineOf): Promise<ValidatorEvent[]> {
  const kinds = sql.raw(stateKinds.map((kind) => `'${kind}'`).join(', '))
  const { rows } = await orm.execute<Row>(sql`
    SELECT id::float8, coalesce(chain_at, at)::float8 AS at, height::float8, event.kind, before, after, assurance,
      missed, since::float8, at_least, imported
    FROM unnest(ARRAY[${kinds}]) AS wanted (kind) CROSS JOIN LATERAL (
      SELECT * FROM watch_event
      WHERE validator_id = ${validatorId} AND watch_event.kind = wanted.kind AND watch_event.kind IN (${kinds})
      ORDER BY id DESC LIMIT 1) AS event
    ORDER BY id DESC`)
  return rows.map(toEvent)
}

function toEvent({ at, missed, since, at_least: atLeast, imported, ...event }: Row): ValidatorEvent {
  const known = { ...event, at: new Date(at).toISOString(), ...(imported ? { imported } : {}) }
  if (missed === null || since === null) return known
  const [first, last] = [Number(event.before), Number(event.after)]
  return {
    ...known,
    outage: outageOf({ missed, first, last, firstAt: since, lastAt: at, atLeast: atLeast === true }),
  }
}

/** An outage as it is shown. Pure. */
export function outageOf(outage: Omit<OpenOutage, 'slot' | 'assurance'>): Outage {
  return {
    blocks: outage.missed,
    first_height: outage.first,
    last_height: outage.last,
    from: new Date(outage.firstAt).toISOString(),
    to: new Date(outage.lastAt).toISOString(),
    at_least: outage.atLeast,
  }
}

/** @typeParam E what is read of them */
interface NewestEvents<E> {
  /**
   * The newest events of a validator, as the database has them when they are first asked for with this model or later.
   * @throws what the database says; the next call asks again
   */
  of(model: ChainModel, place: TimelineOf): Promise<E>
}

/**
 * The newest events of validators, read once for each model of a chain: events come with batches, each of which makes
 * another model, and between two of them everybody who looks at a validator gets the same. What belongs to a model
 * goes with it.
 * @param read asks the database
 */
export function createNewestEvents<E>(read: (place: TimelineOf) => Promise<E>): NewestEvents<E> {
  const known = new WeakMap<ChainModel, Map<number, Promise<E>>>()
  return {
    of(model, place) {
      const ofModel = known.get(model) ?? new Map<number, Promise<E>>()
      known.set(model, ofModel)
      const asked = ofModel.get(place.validatorId)
      if (asked) return asked
      const asking = read(place)
      ofModel.set(place.validatorId, asking)
      asking.catch(() => ofModel.delete(place.validatorId))
      return asking
    },
  }
}
