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
  return rows.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() }))
}
