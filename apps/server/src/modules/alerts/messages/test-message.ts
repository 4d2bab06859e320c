import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { ProblemError, tooManyRequests } from '../../../platform/http/problem-error.ts'
import { confirmedContacts, mailboxes, readerOf, requireChangeable } from '../../accounts/accounts.public.ts'
import {
  type Composer,
  deliveriesAbout,
  recipientOf,
  type DeliveryRow,
  ledgerName,
  type Notifications,
} from '../../notifications/notifications.public.ts'
import { entryFaults } from '../entries/entry-faults.data.ts'
import { lockEntries } from '../entries/entry.store.ts'
import { testTexts } from './test-texts.data.ts'

/** The kind of the ledger's rows that somebody sent to themselves to see whether they arrive. */
export const testKind = 'alert-test'

const hourMs = 3_600_000
/** Of one user in an hour, all channels together. */
const testsAnHour = 5
/** A test that comes later is none. */
const usefulForMs = 5 * 60_000

/**
 * Sends a user a message through a channel, to the first contact there is, by the way that alerts go.
 *
 * @param reference A UUID that finds the message in the ledger again.
 * @throws ProblemError 400 where the channel cannot be used, 429 after several
 */
export async function sendTest(
  db: Pick<Database, 'transaction' | 'now'>,
  notifications: Pick<Notifications, 'hasChannel' | 'fanOut'>,
  { userId, channel, reference }: { userId: number; channel: NotificationChannel; reference: string },
): Promise<DeliveryRow> {
  if (!notifications.hasChannel(ledgerName(channel))) throw unusable('notSetUp')
  return db.transaction(async (tx) => {
    // Of two at once the second counts the first.
    await lockEntries(tx, { userId, teamId: null })
    await checkPace(tx, db, userId)
    const recipients = sql`
      SELECT ${ledgerName(channel)}::text AS channel, ${userId}::int AS user_id, recipient, language, ${reference}::text AS reference,
             false AS is_critical
      FROM (${confirmedContacts}) AS contact
      WHERE user_id = ${userId} AND channel = ${channel} ORDER BY recipient LIMIT 1`
    await notifications.fanOut(tx, { kind: testKind, usefulForMs, recipients })
    const [row] = await deliveriesAbout(tx, { userId, kind: testKind, references: [reference] })
    if (!row) throw unusable('noContact')
    return row
  })
}

/**
 * The same to one contact that a user gave, or a team of theirs has, in whatever state it is. The message is the user's.
 *
 * @throws ProblemError 404 where it is not theirs, 403 for a MEMBER of the team, 400 where the site has not set up its channel any more
 */
export async function sendTestTo(
  db: Pick<Database, 'transaction' | 'now'>,
  notifications: Pick<Notifications, 'hasChannel' | 'fanOut' | 'contacts'>,
  { userId, contactId, reference }: { userId: number; contactId: number; reference: string },
): Promise<DeliveryRow> {
  return db.transaction(async (tx) => {
    const contact = await notifications.contacts.find(tx, contactId)
    await requireChangeable(tx, contact, userId)
    if (contact === null) throw new ProblemError('not_found')
    if (!notifications.hasChannel(ledgerName(contact.channel))) throw new ProblemError('not_configured')
    await lockEntries(tx, { userId, teamId: null })
    await checkPace(tx, db, userId)
    const recipients = sql`
      SELECT ${ledgerName(contact.channel)}::text AS channel, ${userId}::int AS user_id,
             ${recipientOf(contact)}::text AS recipient, u.language, ${reference}::text AS reference, false AS is_critical
      FROM (${mailboxes}) u WHERE u.user_id = ${userId}`
    await notifications.fanOut(tx, { kind: testKind, usefulForMs, recipients })
    const [row] = await deliveriesAbout(tx, { userId, kind: testKind, references: [reference] })
    if (!row) throw new ProblemError('not_found')
    return row
  })
}

const unusable = (fault: 'notSetUp' | 'noContact') =>
  new ProblemError('validation_failed', { errors: { channel: [entryFaults[fault]] } })

/** By the ledger itself, so that a restart forgives nothing and all processes count together. */
async function checkPace(tx: Queryable, { now }: Pick<Database, 'now'>, userId: number): Promise<void> {
  const { rows } = await tx.execute<{ wait: number }>(sql`
    SELECT ceil(extract(epoch FROM created_at - ${now()}) + ${hourMs / 1000})::int AS wait FROM delivery
    WHERE user_id = ${userId} AND reference IS NOT NULL AND kind = ${testKind}
      AND created_at > ${now()} - make_interval(secs => ${hourMs / 1000})
    ORDER BY created_at DESC OFFSET ${testsAnHour - 1} LIMIT 1`)
  const [limit] = rows
  if (limit) throw tooManyRequests(limit.wait)
}

/** The text of a test, when it is sent. */
export function createTestComposer(orm: Queryable): Composer {
  return async ({ channel, userId }) => {
    const reader = userId === null ? null : await readerOf(orm, userId)
    if (!reader) return null
    const { language } = reader
    const { mail, sms, call } = testTexts[language]
    if (channel === 'sms') return { subject: '', paragraphs: [sms], language }
    return channel === 'voice' ? { subject: '', paragraphs: call, language } : { ...mail, language }
  }
}
