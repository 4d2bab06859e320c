import type { TeamRole } from '@roundsman/contract/accounts/teams'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { holdRole, roleIn } from './team.store.ts'

/** Whose something is: a user's own, or their team's. */
export type Owner = { userId: number; teamId: null } | { userId: null; teamId: number }

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
