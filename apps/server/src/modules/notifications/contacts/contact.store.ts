import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import { type contactProblems } from '@roundsman/contract/accounts/contacts'
import { and, asc, count, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import type { SealedColumn, TextSeal } from '../../../platform/config/text-seal.ts'

// Migrations 0041, 0057 and 0061.

type ContactProblem = (typeof contactProblems)[number]

const userContact = pgTable('user_contact', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  /** Its owner is either a user or a team. */
  userId: integer('user_id'),
  teamId: integer('team_id'),
  channel: text('channel').$type<NotificationChannel>().notNull(),
  name: text('name').notNull(),
  shown: text('shown').notNull(),
  sealed: bytea('sealed').notNull(),
  state: text('state').$type<'WAITING' | 'CONFIRMED' | 'BROKEN'>().notNull(),
  problemCode: text('problem_code').$type<ContactProblem>(),
  problemDetail: text('problem_detail'),
  problemSince: timestamptz('problem_since'),
  lastDeliveredAt: timestamptz('last_delivered_at'),
  createdAt: timestamptz('created_at').notNull(),
  webhookSecret: bytea('webhook_secret'),
})
export type ContactRow = typeof userContact.$inferSelect

const contactMessage = pgTable(
  'contact_message',
  {
    contactId: integer('contact_id').notNull(),
    topic: text('topic').notNull(),
    providerId: text('provider_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.topic] })],
)

/**
 * Contacts that users gave, as the ledger names them: a SELECT with the columns `user_id int, channel text, recipient
 * text, is_confirmed boolean`.
 */
export const givenContacts: SQL = sql`
  SELECT user_id, channel, '#' || id || ' ' || shown AS recipient, state = 'CONFIRMED' AS is_confirmed FROM user_contact`

/** The same of teams: a SELECT with `team_id int` in place of the user. */
export const givenTeamContacts: SQL = sql`
  SELECT team_id, channel, '#' || id || ' ' || shown AS recipient, state = 'CONFIRMED' AS is_confirmed
  FROM user_contact WHERE team_id IS NOT NULL`

/** How the ledger names one. */
export const recipientOf = ({ id, shown }: Pick<ContactRow, 'id' | 'shown'>) => `#${id} ${shown}`

/** What a recipient of the ledger says of a contact that its user gave; null: it is a phone or an address. */
export function givenContactIn(recipient: string): { id: number; shown: string } | null {
  const [, id, shown] = /^#(\d{1,10}) (.*)$/.exec(recipient) ?? []
  return id === undefined || shown === undefined ? null : { id: Number(id), shown }
}

const noProblem = { problemCode: null, problemDetail: null, problemSince: null }

const sealedAs = (id: number) => `contact:${id}`
const secretSealedAs = (id: number) => `contact:${id}:webhook`
const ofContacts = { table: 'user_contact', key: { column: 'id', type: 'bigint' } } as const
export const sealedContacts: readonly SealedColumn[] = [
  { ...ofContacts, column: 'sealed', rowName: (id) => sealedAs(Number(id)) },
  { ...ofContacts, column: 'webhook_secret', rowName: (id) => secretSealedAs(Number(id)) },
]

/** Whose a contact is. */
export type ContactOwner = { userId: number; teamId: null } | { userId: null; teamId: number }

/** Contacts as they are kept, with what their providers want to know sealed. */
export interface ContactStore {
  ofUser(userId: number): Promise<ContactRow[]>
  ofTeams(teamIds: readonly number[]): Promise<ContactRow[]>
  countOf(db: Queryable, owner: ContactOwner): Promise<number>
  /** Keeps one; `body` is sealed for its row. */
  add(
    tx: Tx,
    row: Pick<
      ContactRow,
      'userId' | 'teamId' | 'channel' | 'name' | 'shown' | 'state' | 'problemCode' | 'problemDetail'
    >,
    body: unknown,
  ): Promise<ContactRow>
  /** @param change `webhookSecret` is sealed for its row; null: none any more; left out: the one that it has */
  change(
    tx: Tx,
    id: number,
    change: { name: string; webhookSecret?: string | null },
  ): Promise<ContactRow | null>
  remove(tx: Tx, id: number): Promise<void>
  find(db: Queryable, id: number): Promise<ContactRow | null>
  /** What its provider wants to know; null: it is gone. */
  open(id: number, db?: Queryable): Promise<unknown>
  /**
   * Whose it is, as the ledger names a reader (a team by its negative id), and by what its webhooks are signed; null: nothing
   * that they say counts.
   */
  webhookOf(id: number): Promise<{ readerId: number; secret: string } | null>
  /** Its place is known now. */
  linked(tx: Tx, id: number, of: { body: unknown; shown: string }): Promise<void>
  /** The same of those of these ids that are there. */
  openAll(tx: Tx, ids: readonly number[]): Promise<Map<number, unknown>>
  /** Its provider knows it by another name now; `body` is sealed in place of what was kept. */
  moved(id: number, body: unknown): Promise<void>
  /** Something arrived: whatever was wrong with it is over. */
  delivered(id: number): Promise<void>
  /** Its provider refuses it. */
  broken(id: number, detail: string): Promise<void>
  /** The provider's name of the message about something; null: there is none. */
  messageAbout(contactId: number, topic: string): Promise<string | null>
  keepMessage(contactId: number, topic: string, providerId: string): Promise<void>
  forgetMessages(olderThanMs: number): Promise<void>
}

export function createContactStore(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  seal: TextSeal,
): ContactStore {
  return {
    ofUser: (userId) =>
      orm.select().from(userContact).where(eq(userContact.userId, userId)).orderBy(asc(userContact.id)),
    ofTeams: (teamIds) =>
      orm
        .select()
        .from(userContact)
        .where(inArray(userContact.teamId, [...teamIds]))
        .orderBy(asc(userContact.id)),
    countOf: async (db, { userId, teamId }) => {
      const isOwn = or(
        userId === null ? undefined : eq(userContact.userId, userId),
        teamId === null ? undefined : eq(userContact.teamId, teamId),
      )
      const [row] = await db.select({ all: count() }).from(userContact).where(isOwn)
      return row?.all ?? 0
    },
    add: async (tx, row, body) => {
      const problemSince = row.problemCode === null ? null : sql`${now()}`
      const lastDeliveredAt = row.state === 'CONFIRMED' ? sql`${now()}` : null
      const [added] = await tx
        .insert(userContact)
        .values({ ...row, problemSince, lastDeliveredAt, sealed: Buffer.alloc(0), createdAt: sql`${now()}` })
        .returning()
      if (!added) throw new Error('no row was added')
      const sealed = seal.seal(sealedAs(added.id), JSON.stringify(body))
      await tx.update(userContact).set({ sealed }).where(eq(userContact.id, added.id))
      return added
    },
    change: async (tx, id, { name, webhookSecret: secret }) => {
      const sealed = typeof secret === 'string' ? seal.seal(secretSealedAs(id), secret) : secret
      const set = { name, ...(sealed === undefined ? {} : { webhookSecret: sealed }) }
      const [row] = await tx.update(userContact).set(set).where(eq(userContact.id, id)).returning()
      return row ?? null
    },
    webhookOf: async (id) => {
      const { userId, teamId, webhookSecret } = userContact
      const [row] = await orm
        .select({ userId, teamId, webhookSecret })
        .from(userContact)
        .where(eq(userContact.id, id))
      if (!row?.webhookSecret) return null
      const secret = seal.open(secretSealedAs(id), row.webhookSecret)
      return { readerId: row.userId ?? -(row.teamId ?? 0), secret }
    },
    remove: async (tx, id) => {
      await tx.delete(userContact).where(eq(userContact.id, id))
    },
    find: async (db, id) => {
      const [row] = await db.select().from(userContact).where(eq(userContact.id, id))
      return row ?? null
    },
    open: async (id, db = orm) => {
      const [row] = await db
        .select({ sealed: userContact.sealed })
        .from(userContact)
        .where(eq(userContact.id, id))
      return row ? (JSON.parse(seal.open(sealedAs(id), row.sealed)) as unknown) : null
    },
    linked: async (tx, id, { body, shown }) => {
      const sealed = seal.seal(sealedAs(id), JSON.stringify(body))
      await tx
        .update(userContact)
        .set({ sealed, shown, state: 'CONFIRMED', ...noProblem })
        .where(eq(userContact.id, id))
    },
    moved: async (id, body) => {
      await orm
        .update(userContact)
        .set({ sealed: seal.seal(sealedAs(id), JSON.stringify(body)) })
        .where(eq(userContact.id, id))
    },
    openAll: async (tx, ids) => {
      const rows = await tx
        .select({ id: userContact.id, sealed: userContact.sealed })
        .from(userContact)
        .where(inArray(userContact.id, [...new Set(ids)]))
      return new Map(
        rows.map(({ id, sealed }) => [id, JSON.parse(seal.open(sealedAs(id), sealed)) as unknown]),
      )
    },
    delivered: async (id) => {
      await orm
        .update(userContact)
        .set({ state: 'CONFIRMED', ...noProblem, lastDeliveredAt: sql`${now()}` })
        .where(eq(userContact.id, id))
    },
    broken: async (id, detail) => {
      await orm
        .update(userContact)
        .set({
          state: 'BROKEN',
          problemCode: 'refused',
          problemDetail: detail,
          problemSince: sql`CASE WHEN state = 'BROKEN' THEN problem_since ELSE ${now()} END`,
        })
        .where(eq(userContact.id, id))
    },
    messageAbout: async (contactId, topic) => {
      const [row] = await orm
        .select({ providerId: contactMessage.providerId })
        .from(contactMessage)
        .where(and(eq(contactMessage.contactId, contactId), eq(contactMessage.topic, topic)))
      return row?.providerId ?? null
    },
    keepMessage: async (contactId, topic, providerId) => {
      await orm
        .insert(contactMessage)
        .values({ contactId, topic, providerId, at: sql`${now()}` })
        .onConflictDoUpdate({
          target: [contactMessage.contactId, contactMessage.topic],
          set: { providerId, at: sql`${now()}` },
        })
    },
    forgetMessages: async (olderThanMs) => {
      await orm
        .delete(contactMessage)
        .where(lt(contactMessage.at, sql`${now()} - make_interval(secs => ${olderThanMs}::float8 / 1000)`))
    },
  }
}
