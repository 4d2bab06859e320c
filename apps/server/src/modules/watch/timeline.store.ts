import type { ValidatorEvent } from '@roundsman/contract/validator-details'
import type { Assurance } from '@roundsman/contract/validators'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import type { EventKind } from './watch-event.ts'

export interface TimelineOf {
  networkId: number
  epoch: number
  validatorId: number
}

interface Row extends Record<string, unknown> {
  id: number
  at: number
  height: number | null
  kind: EventKind
  before: string | null
  after: string | null
  assurance: Assurance | null
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
    SELECT id::float8, coalesce(chain_at, at)::float8 AS at, height::float8, kind, before, after, assurance FROM (
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

/** Each kind is one look at an index; its condition is written out, as that of the index is. */
async function stateChangesOf(orm: Queryable, { validatorId }: TimelineOf): Promise<ValidatorEvent[]> {
  const kinds = sql.raw(stateKinds.map((kind) => `'${kind}'`).join(', '))
  const { rows } = await orm.execute<Row>(sql`
    SELECT id::float8, coalesce(chain_at, at)::float8 AS at, height::float8, event.kind, before, after, assurance
    FROM unnest(ARRAY[${kinds}]) AS wanted (kind) CROSS JOIN LATERAL (
      SELECT * FROM watch_event
      WHERE validator_id = ${validatorId} AND watch_event.kind = wanted.kind AND watch_event.kind IN (${kinds})
      ORDER BY id DESC LIMIT 1) AS event
    ORDER BY id DESC`)
  return rows.map(toEvent)
}

function toEvent({ at, ...event }: Row): ValidatorEvent {
  return { ...event, at: new Date(at).toISOString() }
}
