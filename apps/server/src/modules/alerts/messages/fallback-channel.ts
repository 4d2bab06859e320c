import { type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { confirmedContacts } from '../../accounts/accounts.public.ts'
import {
  deliveriesAbout,
  type FailedDelivery,
  givenContactIn,
  type Notifications,
} from '../../notifications/notifications.public.ts'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import { alertKind, alertsBeside, usefulForMs } from '../record/alert.store.ts'
import { findAlerts } from '../record/history.store.ts'
import { toldAlready } from '../telling/told-already.ts'

/** Of one network, the newest, that one mail may be about. */
const mostSummedUp = 1_000

type Failed = FailedDelivery & { userId: number }
/** Contacts `c` that get a message about an alert `a` in place of the failed one. */
interface Fallback {
  references: readonly string[]
  contacts: SQL
}

/**
 * Sends alerts whose message failed for good through another channel, in the transaction that records the failure (E95):
 * for a call an SMS to the same number, for an SMS a mail, for a mail about something CRITICAL an SMS.
 */
export async function sendByFallbackChannel(
  tx: Tx,
  {
    notifications,
    now,
  }: { notifications: Pick<Notifications, 'fanOut' | 'hasChannel'> } & Pick<Database, 'now'>,
  failed: FailedDelivery,
): Promise<void> {
  const { kind, userId, references } = failed
  if (kind !== alertKind || userId === null || references.length === 0) return
  if (failed.isStale === true && failed.channel !== 'email') {
    await sumUp(tx, notifications, { userId, references })
    return
  }
  // Two that fail at once would not see each other's mail.
  await takeLock(tx, 'summaries', userId)
  const untold = await untoldOf(tx, now(), { ...failed, userId })
  const fallbacks = await fallbacksOf(
    tx,
    { ...failed, userId, references: untold },
    notifications.hasChannel('sms'),
  )
  const used = fallbacks.filter((one) => one.references.length > 0)
  if (used.length === 0) return
  const recipients = sql.join(
    used.map((one) => recipientsOf(userId, one)),
    sql` UNION ALL `,
  )
  await notifications.fanOut(tx, {
    kind: alertKind,
    usefulForMs,
    recipients,
    hasTimes: true,
    storm: references,
    // What one message was about is told by one.
    things: new Map(references.map((reference) => [reference, 'failed'])),
  })
}

/** Of what an SMS was about, what no other one to that number has told by then (D339): beyond a limit nobody has looked at that. */
async function untoldOf(tx: Tx, now: SQL, failed: Failed): Promise<readonly string[]> {
  const { userId, channel, recipient, references } = failed
  if (channel !== 'sms') return references
  const alerts = await findAlerts(tx, now, references.map(Number))
  const { told } = await toldAlready(tx, { userId, channel, recipient }, alerts, references[0] ?? '')
  return references.filter((reference) => !told.has(Number(reference)))
}

/** Mails what is not worth ringing a phone for any more, in one message with all else of the network that is not. */
async function sumUp(
  tx: Tx,
  notifications: Pick<Notifications, 'fanOut'>,
  { userId, references }: Pick<Failed, 'userId' | 'references'>,
): Promise<void> {
  await takeLock(tx, 'summaries', userId)
  const storm = await alertsBeside(tx, references.map(Number), mostSummedUp)
  const recipients = recipientsOf(userId, { references, contacts: byMail })
  await notifications.fanOut(tx, {
    kind: alertKind,
    usefulForMs,
    recipients,
    hasTimes: true,
    storm: storm.map(String),
    isSummary: true,
  })
}

async function fallbacksOf(tx: Tx, failed: Failed, hasSms: boolean): Promise<Fallback[]> {
  const { channel, userId, references, recipient, id } = failed
  const all = await deliveriesAbout(tx, { userId, kind: alertKind, references })
  const others = all.filter((one) => one.id !== id)
  const has = (reference: string, name: string, isLive: boolean) =>
    others.some(
      ({ about, channel: own, state }) =>
        about === reference && own === name && !(isLive && (state === 'FAILED' || state === 'SUPPRESSED')),
    )
  switch (channel) {
    case 'voice': {
      const missing = references.filter((one) => !has(one, 'sms', true))
      const canText = hasSms && (await isConfirmed(tx, userId, recipient))
      const isTexted = (one: string) => canText && !has(one, 'sms', false)
      const contacts = sql`c.channel = 'SMS' AND c.recipient = ${recipient}`
      return [
        { references: missing.filter(isTexted), contacts },
        { references: missing.filter((one) => !isTexted(one)), contacts: byMail },
      ]
    }
    case 'sms':
      return [{ references, contacts: byMail }]
    case 'email': {
      const missing = references.filter((one) => !has(one, 'sms', false) && !has(one, 'voice', true))
      return hasSms
        ? [{ references: missing, contacts: sql`c.channel = 'SMS' AND a.severity = 'CRITICAL'` }]
        : []
    }
    default: {
      // Through a chat nobody is woken: what is CRITICAL has its phones beside.
      const missing = references.filter((one) => !has(one, 'email', true))
      return givenContactIn(recipient) === null ? [] : [{ references: missing, contacts: byMail }]
    }
  }
}

const byMail = sql`c.channel = 'EMAIL'`

const recipientsOf = (userId: number, { references, contacts }: Fallback): SQL => sql`
  SELECT lower(c.channel) AS channel, ${userId}::int AS user_id, c.recipient, c.language, a.id::text AS reference,
         a.severity = 'CRITICAL' AS is_critical, CASE WHEN c.channel = 'SMS' THEN a.at END AS happened_at
  FROM alert a
  JOIN (${confirmedContacts}) c ON c.user_id = ${userId}
  WHERE a.id IN ${references.map(Number)} AND ${contacts}`

async function isConfirmed(tx: Tx, userId: number, phone: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM (${confirmedContacts}) c
    WHERE c.user_id = ${userId} AND c.channel = 'SMS' AND c.recipient = ${phone}`)
  return rows.length > 0
}
