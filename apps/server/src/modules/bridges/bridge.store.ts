import { uptimeLapseMs } from '@roundsman/bridges/bridge-events'
import type { BridgeFigures } from '@roundsman/bridges/bridge-push'
import { and, asc, count, desc, eq, getTableColumns, gt, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import {
  type BridgeEventRow,
  type BridgeRow,
  type BridgeSample,
  bridge,
  bridgeEvent,
  bridgeIntake,
  bridgeNetwork,
  bridgeSample,
  bridgeToken,
} from './bridges.schema.ts'

/** A bridge with what its token says of it. */
export interface ListedRow extends Omit<BridgeRow, 'figures'> {
  name: string | null
  validatorKey: string | null
  userId: number | null
  teamId: number | null
}

/** Notifies every process that the bridges of a network have a newer number. */
export const bridgesChannel = 'bridges_changed'

/**
 * Takes the next number of a network's bridges, and the database's time (Unix ms). Whoever has it writes alone until
 * the transaction ends.
 */
export async function nextSeq(tx: Tx, networkId: number, now: SQL): Promise<{ seq: number; now: number }> {
  const [row] = await tx
    .insert(bridgeNetwork)
    .values({ networkId, seq: 1 })
    .onConflictDoUpdate({ target: bridgeNetwork.networkId, set: { seq: sql`${bridgeNetwork.seq} + 1` } })
    .returning({ seq: bridgeNetwork.seq, now: sql<number>`floor(extract(epoch from ${now}) * 1000)::float8` })
  if (!row) throw new Error(`The bridges of network ${networkId} have no number.`)
  return row
}

/** The bridges of a network by id, with `after` those that have changed since that number. */
export function listedBridges(orm: Queryable, networkId: number, after = -1): Promise<ListedRow[]> {
  return bridgesWhere(orm, and(eq(bridge.networkId, networkId), gt(bridge.seq, after)))
}

/** One of a network's bridges; null: it has no such one. */
export async function oneBridge(orm: Queryable, networkId: number, id: number): Promise<ListedRow | null> {
  const [row] = await bridgesWhere(orm, and(eq(bridge.networkId, networkId), eq(bridge.id, id)))
  return row ?? null
}

async function bridgesWhere(orm: Queryable, condition: SQL | undefined): Promise<ListedRow[]> {
  const { figures: _figures, ...columns } = getTableColumns(bridge)
  const { name, validatorKey, userId, teamId } = bridgeToken
  const rows = await orm
    .select({ bridge: columns, name, validatorKey, userId, teamId })
    .from(bridge)
    .leftJoin(bridgeToken, eq(bridgeToken.id, bridge.tokenId))
    .where(condition)
    .orderBy(asc(bridge.id))
  return rows.map(({ bridge: row, ...token }) => ({ ...row, ...token }))
}

/** What else its newest push said; null: nothing. */
export async function figuresOfBridge(orm: Queryable, id: number): Promise<BridgeFigures | null> {
  const [row] = await orm.select({ figures: bridge.figures }).from(bridge).where(eq(bridge.id, id))
  return row?.figures ?? null
}

export async function countBridges(orm: Queryable, networkId: number): Promise<number> {
  const [row] = await orm.select({ bridges: count() }).from(bridge).where(eq(bridge.networkId, networkId))
  return row?.bridges ?? 0
}

export async function idsOfBridges(orm: Queryable, networkId: number): Promise<number[]> {
  const rows = await orm.select({ id: bridge.id }).from(bridge).where(eq(bridge.networkId, networkId))
  return rows.map(({ id }) => id)
}

/** The database's clock, Unix ms. */
export async function databaseNow(orm: Queryable, now: SQL): Promise<number> {
  const { rows } = await orm.execute<{ now: number }>(
    sql`SELECT floor(extract(epoch FROM ${now}) * 1000)::float8 AS now`,
  )
  const [row] = rows
  if (!row) throw new Error('the database gave no time')
  return row.now
}

/** Up to when a store has everything, and since when without a hole; Unix ms. null: never. */
export interface StoreSpan {
  storeAt: number | null
  storeSince: number | null
}

/** The number of the newest change, and up to when what is collected elsewhere was last read whole. */
export async function bridgeNetworkRow(
  orm: Queryable,
  networkId: number,
): Promise<({ seq: number; scrapedAt: number | null } & StoreSpan) | null> {
  const [row] = await orm.select().from(bridgeNetwork).where(eq(bridgeNetwork.networkId, networkId))
  return row ?? null
}

/** The peer ids of those of these bridges that are a network's, by id. */
export async function peerIdsOf(
  orm: Queryable,
  networkId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await orm
    .select({ id: bridge.id, peerId: bridge.peerId })
    .from(bridge)
    .where(and(eq(bridge.networkId, networkId), inArray(bridge.id, [...ids])))
  return new Map(rows.map(({ id, peerId }) => [id, peerId]))
}

/** The ids of a network's bridges by peer id: of two the one that pushes itself. */
export async function bridgeIdsByPeer(
  orm: Queryable,
  networkId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await orm
    .select({ id: bridge.id, peerId: bridge.peerId })
    .from(bridge)
    .where(eq(bridge.networkId, networkId))
    // Of two with one key the later one stays in the map.
    .orderBy(sql`${bridge.source} DESC`)
  return new Map(rows.map(({ id, peerId }) => [peerId, id]))
}

/** Answers that are remembered: a few networks of the largest sets. */
const mostValidators = 4_000
/** Statements that may change whose a bridge is; a token goes with its account or team. */
const changesOwners = (statement: string) =>
  /^(?!select\b)(?!.*;).*\b(bridge|bridge_token|user_account|team)\b|;/is.test(statement)

/**
 * Bridges whose owner says that a validator of these keys runs them, by their network. Asked of the database again once
 * something may have changed there, so each time where others write to it.
 */
export function createBridgesOfValidators({
  orm,
  watchChanges,
}: Pick<Database, 'orm' | 'watchChanges'>): (
  networkId: number,
  keys: readonly string[],
) => Promise<number[]> {
  const changes = watchChanges(changesOwners)
  const known = new Map<string, { asOf: number; ids: Promise<number[]> }>()
  return (networkId, keys) => {
    const asOf = changes()
    if (asOf === null) return bridgesOfValidator(orm, networkId, keys)
    const key = `${networkId} ${keys.join(' ')}`
    const found = known.get(key)
    if (found?.asOf === asOf) return found.ids
    const ids = bridgesOfValidator(orm, networkId, keys)
    if (known.size >= mostValidators) known.clear()
    known.set(key, { asOf, ids })
    ids.catch(() => known.delete(key))
    return ids
  }
}

async function bridgesOfValidator(
  orm: Queryable,
  networkId: number,
  keys: readonly string[],
): Promise<number[]> {
  if (keys.length === 0) return []
  const rows = await orm
    .select({ id: bridge.id })
    .from(bridge)
    .innerJoin(bridgeToken, eq(bridgeToken.id, bridge.tokenId))
    .where(and(eq(bridge.networkId, networkId), inArray(bridgeToken.validatorKey, [...keys])))
    .orderBy(asc(bridge.id))
  return rows.map(({ id }) => id)
}

export async function intakeUptimes(orm: Queryable): Promise<{ from: number; until: number }[]> {
  return orm.select({ from: bridgeIntake.since, until: bridgeIntake.seenAt }).from(bridgeIntake)
}

/**
 * Notes that a process can take pushes, and forgets those that have not for an hour. It could since it noted it first
 * without a pause: one that stood still, or whose database did, took nothing meanwhile.
 */
export async function noteIntakeUp(orm: Queryable, process: string, now: SQL): Promise<void> {
  const ms = sql`floor(extract(epoch FROM ${now}) * 1000)::bigint`
  await orm.execute(sql`
    INSERT INTO bridge_intake (process, since, seen_at) VALUES (${process}, ${ms}, ${ms})
    ON CONFLICT (process) DO UPDATE SET seen_at = excluded.seen_at, since = CASE
      WHEN bridge_intake.seen_at + ${uptimeLapseMs}::bigint < excluded.seen_at THEN excluded.since
      ELSE bridge_intake.since END`)
  await orm.execute(sql`DELETE FROM bridge_intake WHERE seen_at < ${ms} - 3600000`)
}

/** Events that are kept of a bridge. */
export const keptEvents = 100

export async function samplesOf(orm: Queryable, bridgeId: number, fromSlot: number): Promise<BridgeSample[]> {
  const { slot, height, networkHeight } = bridgeSample
  return orm
    .select({ slot, height, networkHeight })
    .from(bridgeSample)
    .where(and(eq(bridgeSample.bridgeId, bridgeId), gte(slot, fromSlot)))
    .orderBy(asc(slot))
}

/** Newest first. */
export async function eventsOf(orm: Queryable, bridgeId: number): Promise<BridgeEventRow[]> {
  return orm
    .select()
    .from(bridgeEvent)
    .where(eq(bridgeEvent.bridgeId, bridgeId))
    .orderBy(desc(bridgeEvent.id))
    .limit(keptEvents)
}
