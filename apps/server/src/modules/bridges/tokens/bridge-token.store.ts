import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { readersOf } from '../../accounts/accounts.public.ts'
import { type BridgeTokenRow, bridge, bridgeToken } from '../bridges.schema.ts'

/** A token that may push, as far as anybody knows before it is stored. */
export interface KnownToken {
  tokenId: number
  networkId: number
  userId: number
}

/** A token by its hash, where its owner may still read its network. `accessOf`: null for a network that is gone. */
export async function tokenByHash(
  orm: Queryable,
  hash: string,
  accessOf: (networkId: number) => NetworkAccess | null,
): Promise<KnownToken | null> {
  const [row] = await orm
    .select({ tokenId: bridgeToken.id, networkId: bridgeToken.networkId, userId: bridgeToken.userId })
    .from(bridgeToken)
    .where(eq(bridgeToken.hash, hash))
  const access = row ? accessOf(row.networkId) : null
  if (!row || access === null) return null
  const { rows } = await orm.execute(
    sql`SELECT FROM (${readersOf(access)}) reader WHERE reader.user_id = ${row.userId}`,
  )
  return rows.length === 0 ? null : row
}

/** From here to the end of the transaction nobody else makes a token for this user, so that what is counted holds. */
export async function lockTokens(tx: Tx, userId: number): Promise<void> {
  await takeLock(tx, 'bridgeTokens', userId)
}

export async function countTokens(orm: Queryable, userId: number, networkId: number): Promise<number> {
  const [row] = await orm
    .select({ tokens: count() })
    .from(bridgeToken)
    .where(and(eq(bridgeToken.userId, userId), eq(bridgeToken.networkId, networkId)))
  return row?.tokens ?? 0
}

export async function insertToken(
  orm: Queryable,
  now: SQL,
  token: Pick<BridgeTokenRow, 'userId' | 'networkId' | 'name' | 'validatorKey' | 'hash'>,
): Promise<number> {
  const [row] = await orm
    .insert(bridgeToken)
    .values({ ...token, createdAt: now })
    .returning({ id: bridgeToken.id })
  if (!row) throw new Error('the token was not stored')
  return row.id
}

/** Tokens of a user on a network, with when another one last tried to take the bridge of each. */
export async function tokensOf(
  orm: Queryable,
  userId: number,
  networkId: number,
): Promise<(BridgeTokenRow & { contestedAt: number | null })[]> {
  const rows = await orm
    .select({ token: bridgeToken, contestedAt: bridge.contestedAt })
    .from(bridgeToken)
    .leftJoin(bridge, eq(bridge.tokenId, bridgeToken.id))
    .where(and(eq(bridgeToken.userId, userId), eq(bridgeToken.networkId, networkId)))
    .orderBy(asc(bridgeToken.id))
  return rows.map(({ token, contestedAt }) => ({ ...token, contestedAt }))
}

/** Deletes a token of a user, with what it pushed. False where the user has no such token. */
export async function deleteToken(
  orm: Queryable,
  { id, userId, networkId }: { id: number; userId: number; networkId: number },
): Promise<boolean> {
  const rows = await orm
    .delete(bridgeToken)
    .where(and(eq(bridgeToken.id, id), eq(bridgeToken.userId, userId), eq(bridgeToken.networkId, networkId)))
    .returning({ id: bridgeToken.id })
  return rows.length > 0
}
