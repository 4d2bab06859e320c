import type { OwnTeam, TeamRole } from '@roundsman/contract/accounts/teams'
import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type UserRow, userAccount } from '../users/accounts.schema.ts'

// Migration accounts-teams.

const team = pgTable('team', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

const teamMember = pgTable(
  'team_member',
  {
    teamId: integer('team_id').notNull(),
    userId: integer('user_id').notNull(),
    role: text('role').$type<TeamRole>().notNull(),
    joinedAt: timestamptz('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
)

const teamInvitation = pgTable('team_invitation', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  teamId: integer('team_id').notNull(),
  inviterId: integer('inviter_id').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  role: text('role').$type<TeamRole>().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

export type TeamRow = typeof team.$inferSelect
export type InvitationRow = typeof teamInvitation.$inferSelect
export interface MemberRow {
  role: TeamRole
  joinedAt: Date
  user: UserRow
}

/** The teams of a user with their role, by name. */
export async function teamsOf(db: Queryable, userId: number): Promise<(OwnTeam & { joinedAt: Date })[]> {
  return db
    .select({ id: team.id, name: team.name, role: teamMember.role, joinedAt: teamMember.joinedAt })
    .from(teamMember)
    .innerJoin(team, eq(team.id, teamMember.teamId))
    .where(eq(teamMember.userId, userId))
    .orderBy(asc(team.name), asc(team.id))
}

export async function insertTeam(db: Queryable, name: string, now: Date): Promise<TeamRow> {
  const [row] = await db.insert(team).values({ name, createdAt: now }).returning()
  if (!row) throw new Error('the team was not added')
  return row
}

export async function findTeam(db: Queryable, id: number): Promise<TeamRow | null> {
  const [row] = await db.select().from(team).where(eq(team.id, id))
  return row ?? null
}

/** Whoever changes a team, its members or its invitations holds this until the end. */
export async function lockTeam(tx: Tx, id: number): Promise<TeamRow | null> {
  const [row] = await tx.select().from(team).where(eq(team.id, id)).for('update')
  return row ?? null
}

export async function setTeamName(db: Queryable, id: number, name: string): Promise<void> {
  await db.update(team).set({ name }).where(eq(team.id, id))
}

/** With its members, invitations and everything that is the team's. */
export async function removeTeam(db: Queryable, id: number): Promise<void> {
  await db.delete(team).where(eq(team.id, id))
}

/** Whoever joined first comes first. */
export async function membersOf(db: Queryable, teamId: number): Promise<MemberRow[]> {
  return db
    .select({ role: teamMember.role, joinedAt: teamMember.joinedAt, user: userAccount })
    .from(teamMember)
    .innerJoin(userAccount, eq(userAccount.id, teamMember.userId))
    .where(eq(teamMember.teamId, teamId))
    .orderBy(asc(teamMember.joinedAt), asc(teamMember.userId))
}

/** The role of a user in a team; null if it is none of theirs. */
export async function roleIn(db: Queryable, teamId: number, userId: number): Promise<TeamRole | null> {
  const [row] = await db.select({ role: teamMember.role }).from(teamMember).where(isMember(teamId, userId))
  return row?.role ?? null
}

/**
 * The role of a user in a team, neither of which changes until the transaction ends; null if it is none of theirs. Several
 * may hold it at once.
 */
export async function holdRole(tx: Tx, teamId: number, userId: number): Promise<TeamRole | null> {
  await tx.select({ id: team.id }).from(team).where(eq(team.id, teamId)).for('key share')
  const [row] = await tx
    .select({ role: teamMember.role })
    .from(teamMember)
    .where(isMember(teamId, userId))
    .for('share')
  return row?.role ?? null
}

export async function insertMember(db: Queryable, row: typeof teamMember.$inferInsert): Promise<void> {
  await db.insert(teamMember).values(row)
}

export async function setRole(
  db: Queryable,
  { teamId, userId }: { teamId: number; userId: number },
  role: TeamRole,
): Promise<void> {
  await db.update(teamMember).set({ role }).where(isMember(teamId, userId))
}

export async function deleteMember(db: Queryable, teamId: number, userId: number): Promise<void> {
  await db.delete(teamMember).where(isMember(teamId, userId))
}

const isMember = (teamId: number, userId: number) =>
  and(eq(teamMember.teamId, teamId), eq(teamMember.userId, userId))

/** The oldest comes first. */
export async function invitationsOf(db: Queryable, teamId: number): Promise<InvitationRow[]> {
  return db
    .select()
    .from(teamInvitation)
    .where(eq(teamInvitation.teamId, teamId))
    .orderBy(asc(teamInvitation.createdAt), asc(teamInvitation.id))
}

/** In place of what the team has sent to the same address. */
export async function putInvitation(
  db: Queryable,
  row: Omit<typeof teamInvitation.$inferInsert, 'id'>,
): Promise<InvitationRow> {
  const [added] = await db
    .insert(teamInvitation)
    .values(row)
    .onConflictDoUpdate({ target: [teamInvitation.teamId, teamInvitation.emailKey], set: row })
    .returning()
  if (!added) throw new Error('the invitation was not added')
  return added
}

/** The invitation of this digest; null if it is used, withdrawn, replaced or expired. */
export async function findInvitation(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | null> {
  const [row] = await db
    .select()
    .from(teamInvitation)
    .where(and(eq(teamInvitation.tokenHash, tokenHash), gt(teamInvitation.expiresAt, now)))
  return row ?? null
}

/** False if there is none of this id in the team. */
export async function deleteInvitation(db: Queryable, teamId: number, id: number): Promise<boolean> {
  const gone = await db
    .delete(teamInvitation)
    .where(and(eq(teamInvitation.teamId, teamId), eq(teamInvitation.id, id)))
    .returning({ id: teamInvitation.id })
  return gone.length > 0
}

export async function deleteInvitationsBy(db: Queryable, teamId: number, inviterId: number): Promise<void> {
  await db
    .delete(teamInvitation)
    .where(and(eq(teamInvitation.teamId, teamId), eq(teamInvitation.inviterId, inviterId)))
}

export async function deleteInvitationsTo(db: Queryable, emailKey: string): Promise<void> {
  await db.delete(teamInvitation).where(eq(teamInvitation.emailKey, emailKey))
}

export async function forgetInvitations(db: Queryable, before: Date): Promise<void> {
  await db.delete(teamInvitation).where(lt(teamInvitation.expiresAt, before))
}
