import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { and, asc, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type Owner, type Owners, readerIdOf, readingOwners } from '../../accounts/accounts.public.ts'
import { type BridgeTokenRow, bridge, bridgeToken } from '../bridges.schema.ts'

/** A token that may push, as far as anybody knows before it is stored. */
export interface KnownToken {
  tokenId: number
  networkId: number
  /** Of a team its id, negated. */
  ownerId: number
}

/** A token by its hash, where its owner, or a member of its team, may still read its network. `accessOf`: null for a network that is gone. */
export async function tokenByHash(
  orm: Queryable,
  hash: string,
  accessOf: (networkId: number) => NetworkAccess | null,
): Promise<KnownToken | null> {
  const [row] = await orm
    .select({
      tokenId: bridgeToken.id,
      networkId: bridgeToken.networkId,
      ownerId: sql<number>`coalesce(${bridgeToken.userId}, -${bridgeToken.teamId})`,
    })
    .from(bridgeToken)
    .where(eq(bridgeToken.hash, hash))
  const access = row ? accessOf(row.networkId) : null
  if (!row || access === null) return null
  const { rows } = await orm.execute(
    sql`SELECT FROM (${readingOwners(access)}) reader WHERE reader.user_id = ${row.ownerId} LIMIT 1`,
  )
  return rows.length === 0 ? null : row
}

/** From here to the end of the transaction nobody else makes a token for this owner, so that what is counted holds. */
export async function lockTokens(tx: Tx, owner: Owner): Promise<void> {
  await takeLock(tx, 'bridgeTokens', readerIdOf(owner))
}

const areOf = ({ userId, teamIds }: Owners) =>
  or(userId === null ? undefined : eq(bridgeToken.userId, userId), inArray(bridgeToken.teamId, [...teamIds]))

export async function countTokens(
  orm: Queryable,
  { userId, teamId }: Owner,
  networkId: number,
): Promise<number> {
  const owners = { userId, teamIds: teamId === null ? [] : [teamId] }
  const [row] = await orm
    .select({ tokens: count() })
    .from(bridgeToken)
    .where(and(areOf(owners), eq(bridgeToken.networkId, networkId)))
  return row?.tokens ?? 0
}

export async function insertToken(
  orm: Queryable,
  now: SQL,
  token: Pick<BridgeTokenRow, 'userId' | 'teamId' | 'networkId' | 'name' | 'validatorKey' | 'hash'>,
): Promise<number> {
  const [row] = await orm
    .insert(bridgeToken)
    .values({ ...token, createdAt: now })
    .returning({ id: bridgeToken.id })
  if (!row) throw new Error('the token was not stored')
  return row.id
}

/** Tokens of owners on a network, with when another one last tried to take the bridge of each. */
export async function tokensOf(
  orm: Queryable,
  owners: Owners,
  networkId: number,
): Promise<(BridgeTokenRow & { contestedAt: number | null })[]> {
  const rows = await orm
    .select({ token: bridgeToken, contestedAt: bridge.contestedAt })
    .from(bridgeToken)
    .leftJoin(bridge, eq(bridge.tokenId, bridgeToken.id))
    .where(and(areOf(owners), eq(bridgeToken.networkId, networkId)))
    .orderBy(asc(bridgeToken.id))
  return rows.map(({ token, contestedAt }) => ({ ...token, contestedAt }))
}

/** A token of a network; null: it has no such one. */
export async function findToken(
  orm: Queryable,
  id: number,
  networkId: number,
): Promise<BridgeTokenRow | null> {
  const [row] = await orm
    .select()
    .from(bridgeToken)
    .where(and(eq(bridgeToken.id, id), eq(bridgeToken.networkId, networkId)))
  return row ?? null
}

/** Deletes a token with what it pushed. */
export async function deleteToken(orm: Queryable, id: number): Promise<void> {
  await orm.delete(bridgeToken).where(eq(bridgeToken.id, id))
}
