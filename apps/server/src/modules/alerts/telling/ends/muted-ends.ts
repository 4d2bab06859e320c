import { catalogue } from '@roundsman/alerting/catalogue'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/database.ts'
import { plannedForFew } from '../../../../platform/db/transaction.ts'
import type { AlertRow } from '../../alerts.schema.ts'
import { alertKind, recipientsOf } from '../../record/alert.store.ts'
import { programs } from '../../record/programs.ts'
import { isMuteOf, mutedDetail } from '../../record/mute.store.ts'
import { hasTold } from '../contact.ts'
import { isEndOf } from '../../record/incidents/outage.policy.ts'
import type { ToldAlert } from '../told-in.ts'
import { lookedAt } from '../told-already.ts'

/** A row of a fan-out: whom, where and of which alert. */
interface HeardEnd {
  userId: number
  channel: string
  recipient: string
  reference: string
}

/** The quietest first: what changes a mail's thread or a chat wakes nobody, and a phone that rings is no way to say that all is well. */
const quietestFirst = ['email', 'chat', 'sms'] as const
const quietness = (channel: string) =>
  quietestFirst.findIndex((one) => one === channel || (one === 'chat' && channel !== 'sms'))

/**
 * Of ends that their reader has muted by an answer, the messages that are sent all the same (E321): of each outage of which they were
 * told one, by the quietest contact that told it, and none by call. Whoever mutes is at work on it, and waits for that one word. Programs
 * that know of the beginning get its end.
 *
 * @param ids what is told now
 */
export async function endsHeard(tx: Tx, now: SQL, of: Decided): Promise<readonly HeardEnd[]> {
  const { rows } = await tx.execute(
    sql`SELECT FROM alert a JOIN alert_mute m ON ${isMutedEnd(now, of)} LIMIT 1`,
  )
  if (rows.length === 0) return []
  return plannedForFew(tx, () => heardOf(tx, now, of))
}

interface Decided {
  ids: readonly number[]
  networkId: number
  channels: readonly string[]
}

const isMutedEnd = (now: SQL, { ids }: Decided) => sql`
  a.id IN ${[...ids]} AND a.setting_id % 10 = 2 AND a.held_back IS NULL AND m.muted_until > ${now} AND ${isMuteOf(sql`a`)}`

async function heardOf(tx: Tx, now: SQL, of: Decided): Promise<readonly HeardEnd[]> {
  const { networkId, channels } = of
  const { rows: muted } = await tx.execute<
    { userId: number } & Pick<AlertRow, 'id' | 'settingId' | 'occurrence' | 'evidence'>
  >(sql`
    SELECT DISTINCT ON (r.user_id, a.id) r.user_id AS "userId", a.id::float8 AS id, a.setting_id AS "settingId", a.occurrence, a.evidence
    FROM alert a JOIN alert_mute m ON ${isMutedEnd(now, of)}
    JOIN alert_recipient r ON r.user_id = m.user_id AND r.alert_id = a.id`)
  const ends = muted.filter(({ settingId }) => catalogue.isEnd(settingId))
  if (ends.length === 0) return []
  const readers = [...new Set(ends.map(({ userId }) => userId))]
  const told = await toldTo(tx, networkId, readers)
  const outages = ends.flatMap(({ userId, id, ...end }) => {
    const of = told.filter((one) => one.userId === userId && isEndOf(end, one))
    return of.length === 0 ? [] : [{ userId, alertId: id, told: of }]
  })
  if (outages.length === 0) return []
  const alertIds = [...new Set(outages.map(({ alertId }) => alertId))]
  const { rows } = await tx.execute<HeardEnd & Record<string, unknown>>(sql`
    SELECT channel, user_id AS "userId", recipient, reference
    FROM (${recipientsOf(now, alertIds, channels, outages)}) AS w (
      channel, user_id, recipient, language, reference, is_critical, state, detail, happened_at)
    WHERE state = 'SUPPRESSED' AND detail = ${mutedDetail} AND channel <> 'voice'`)
  return outages.flatMap((one) => {
    const own = rows.filter((row) => row.userId === one.userId && row.reference === String(one.alertId))
    const hasBegun = (row: HeardEnd) =>
      one.told.some(({ channel, recipient }) => channel === row.channel && recipient === row.recipient)
    const people = own.filter(({ channel }) => !programs.includes(channel))
    const [quietest] = people.toSorted(
      (a, b) => Number(hasBegun(b)) - Number(hasBegun(a)) || quietness(a.channel) - quietness(b.channel),
    )
    const toPrograms = own.filter((row) => programs.includes(row.channel) && hasBegun(row))
    return [...(quietest === undefined ? [] : [quietest]), ...toPrograms]
  })
}

/** What a fan-out writes, with these as what is sent. */
export function withEndsHeard(recipients: SQL, heard: readonly HeardEnd[]): SQL {
  if (heard.length === 0) return recipients
  return sql`
    SELECT w.channel, w.user_id, w.recipient, w.language, w.reference, w.is_critical,
           CASE WHEN h.reference IS NULL THEN w.state ELSE 'QUEUED' END AS state,
           CASE WHEN h.reference IS NULL THEN w.detail END AS detail, w.happened_at
    FROM (${recipients}) AS w (channel, user_id, recipient, language, reference, is_critical, state, detail, happened_at)
    LEFT JOIN jsonb_to_recordset(${JSON.stringify(heard)}::jsonb)
      AS h ("userId" int, channel text, recipient text, reference text)
      ON h."userId" = w.user_id AND h.channel = w.channel AND h.recipient = w.recipient AND h.reference = w.reference`
}

type ToldContact = Omit<ToldAlert, 'toldMs'> & Pick<HeardEnd, 'userId' | 'channel' | 'recipient'>

/** The beginnings among the newest alerts of readers in a network of which a contact of theirs was told. */
export async function toldTo(tx: Tx, networkId: number, readers: readonly number[]): Promise<ToldContact[]> {
  const isOfReader = sql`d.kind = ${alertKind} AND d.user_id = newest.user_id AND ${hasTold}`
  const { rows } = await tx.execute<ToldContact & Record<string, unknown>>(sql`
    SELECT newest.user_id AS "userId", d.channel, d.recipient, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity,
           a.occurrence, a.evidence, (extract(epoch FROM a.at) * 1000)::float8 AS "atMs"
    FROM unnest(${sql.param([...readers])}::int[]) AS reader (user_id)
    CROSS JOIN LATERAL (
      SELECT r.user_id, r.alert_id FROM alert_recipient r WHERE r.user_id = reader.user_id
      ORDER BY r.alert_id DESC LIMIT ${lookedAt}) newest
    JOIN alert a ON a.id = newest.alert_id AND a.network_id = ${networkId} AND a.setting_id % 10 = 1
    CROSS JOIN LATERAL (
      SELECT d.channel, d.recipient FROM delivery d WHERE d.reference = a.id::text AND ${isOfReader}
      UNION
      SELECT d.channel, d.recipient FROM delivery_also o JOIN delivery d ON d.id = o.delivery_id
      WHERE o.reference = a.id::text AND ${isOfReader}) d`)
  return rows
}
