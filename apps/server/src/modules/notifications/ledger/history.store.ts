import { and, asc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { after, delivery, deliveryAlso, type DeliveryRow } from './delivery.schema.ts'

/** A delivery of a kind to a user; null: there is none of this id, or it is another's. */
export async function ownDelivery(
  db: Queryable,
  { id, userId, kind }: { id: number; userId: number; kind: string },
): Promise<DeliveryRow | null> {
  const [row] = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.id, id), eq(delivery.userId, userId), eq(delivery.kind, kind)))
  return row ?? null
}

/** Forgets account mails that ended longer than `ms` ago; alerts stay, the history shows them. */
export async function forgetAccountDeliveries(db: Queryable, now: SQL, ms: number): Promise<void> {
  await db
    .delete(delivery)
    .where(
      and(
        eq(delivery.purpose, 'account'),
        inArray(delivery.state, ['SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED']),
        lt(delivery.updatedAt, after(now, -ms)),
      ),
    )
}

/** Forgets what was about something that happened, longer than `ms` ago, once it has ended. */
export async function forgetAlertDeliveries(db: Queryable, now: SQL, ms: number): Promise<void> {
  await db.delete(delivery).where(oldAlertDeliveries(now, ms))
}

/** Ids rise with time: none from the first one on that is young enough, so a ledger of millions is not read for it. */
export const oldAlertDeliveries = (now: SQL, ms: number) =>
  and(
    eq(delivery.purpose, 'alert'),
    inArray(delivery.state, ['SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED']),
    lt(delivery.createdAt, after(now, -ms)),
    sql`${delivery.id} < coalesce(
      (SELECT young.id FROM delivery young WHERE young.created_at >= ${after(now, -ms)} ORDER BY young.id LIMIT 1),
      9223372036854775807)`,
  )

/** A message, once for each thing that it is about. */
export type DeliveryAbout = DeliveryRow & { about: string }

/** What became of the messages to a user about some things that happened, oldest first. */
export function deliveriesAbout(
  db: Queryable,
  { userId, ...of }: { userId: number; kind: string; references: readonly string[] },
): Promise<DeliveryAbout[]> {
  return deliveriesOfUsers(db, { ...of, userIds: [userId] })
}

/** Of several users at once. */
export async function deliveriesOfUsers(
  db: Queryable,
  { userIds, kind, references }: { userIds: readonly number[]; kind: string; references: readonly string[] },
): Promise<DeliveryAbout[]> {
  if (references.length === 0 || userIds.length === 0) return []
  const isOwn = and(inArray(delivery.userId, [...userIds]), eq(delivery.kind, kind))
  const firsts = await db
    .select()
    .from(delivery)
    .where(and(isOwn, inArray(delivery.reference, [...references])))
  const others = await db
    .select({ ...getTableColumns(delivery), about: deliveryAlso.reference })
    .from(deliveryAlso)
    .innerJoin(delivery, eq(delivery.id, deliveryAlso.deliveryId))
    .where(and(isOwn, inArray(deliveryAlso.reference, [...references])))
  const all = [...firsts.map((row) => ({ ...row, about: row.reference ?? '' })), ...others]
  return all.sort((a, b) => a.id - b.id)
}

/** Everything that a row is about, in the order in which it came. */
export async function referencesOf(
  orm: Queryable,
  { id, reference, gathersUntil }: Pick<DeliveryRow, 'id' | 'reference' | 'gathersUntil'>,
): Promise<string[]> {
  if (reference === null) return []
  if (gathersUntil === null) return [reference]
  const others = await orm
    .select({ reference: deliveryAlso.reference })
    .from(deliveryAlso)
    .where(eq(deliveryAlso.deliveryId, id))
    .orderBy(sql`length(${deliveryAlso.reference})`, asc(deliveryAlso.reference))
  return [reference, ...others.map((one) => one.reference)]
}
