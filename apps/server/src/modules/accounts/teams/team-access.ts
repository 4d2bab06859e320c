import type { TeamRole } from '@roundsman/contract/accounts/teams'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { holdRole, roleIn, teamsOf } from './team.store.ts'

/** Whose something is: a user's own, or their team's. */
export type Owner = { userId: number; teamId: null } | { userId: null; teamId: number }

/** Some things of a user, and some of teams. */
export interface Owners {
  userId: number | null
  teamIds: readonly number[]
}

/**
 * How tables without a foreign key, and locks, name an owner: a user by their id, a team by its own, negated. So a team is a
 * reader of alerts as a user is, by the contacts that it has.
 */
export function readerIdOf({ userId, teamId }: Owner): number {
  return teamId === null ? userId : -teamId
}

interface Wish {
  userId: number
  teamId: number | null | undefined
}

/** Who may change what is a team's (A71). */
const mayChange: readonly TeamRole[] = ['OWNER', 'EDITOR']

/**
 * Whose things a caller reads who names a team, or none.
 * @throws ProblemError 404 for what is no team of theirs
 */
export async function readableOwner(db: Queryable, { userId, teamId }: Wish): Promise<Owner> {
  if (teamId === null || teamId === undefined) return { userId, teamId: null }
  if ((await roleIn(db, teamId, userId)) === null) throw new ProblemError('not_found')
  return { userId: null, teamId }
}

/**
 * Whose things a caller is shown together: where they name no team, their own and those of their teams.
 * @throws ProblemError 404 for what is no team of theirs
 */
export async function readableOwners(db: Queryable, { userId, teamId }: Wish): Promise<Owners> {
  const { userId: own, teamId: only } = await readableOwner(db, { userId, teamId })
  if (only !== null) return { userId: null, teamIds: [only] }
  return { userId: own, teamIds: (await teamsOf(db, userId)).map(({ id }) => id) }
}

/**
 * That a caller changes something that was found by its id; they may until the transaction ends.
 * @throws ProblemError 404 where it is not there, or neither theirs nor a team's of theirs, 403 for a MEMBER of it
 */
export async function requireChangeable(
  tx: Tx,
  found: { userId: number | null; teamId: number | null } | null,
  userId: number,
): Promise<Owner> {
  if (found === null || (found.teamId === null && found.userId !== userId))
    throw new ProblemError('not_found')
  return changeableOwner(tx, { userId, teamId: found.teamId })
}

/**
 * Whose things a caller changes who names a team, or none; they may until the transaction ends.
 * @throws ProblemError 404 for what is no team of theirs, 403 for a MEMBER of it
 */
export async function changeableOwner(tx: Tx, { userId, teamId }: Wish): Promise<Owner> {
  if (teamId === null || teamId === undefined) return { userId, teamId: null }
  const role = await holdRole(tx, teamId, userId)
  if (role === null) throw new ProblemError('not_found')
  if (!mayChange.includes(role)) throw new ProblemError('permission_denied')
  return { userId: null, teamId }
}
