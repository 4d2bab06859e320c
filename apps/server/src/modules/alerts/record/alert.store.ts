import { catalogue } from '@roundsman/alerting/catalogue'
import { beginningOf, type Outcome } from '@roundsman/alerting/deciding'
import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import { settingId } from '@roundsman/contract/alerts/alerts'
import { and, asc, desc, eq, gte, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { allowLongStatements } from '../../../platform/db/transaction.ts'
import { mailboxes, phonesOf, readersOf } from '../../accounts/accounts.public.ts'
import { givenContacts } from '../../notifications/notifications.public.ts'
import { lettersBefore } from '../../watch/watch.public.ts'
import { alert } from '../alerts.schema.ts'
import { isWanted, knewBeginning } from '../entries/entry.store.ts'
import { reopenSilences, silencedAlerts, silencedDetail } from '../silences/silence.store.ts'
import { answeredDetail, isForPeople } from './answered-outage.store.ts'
import { isMuteOf } from './mute.store.ts'
import { type HeldPhones, onCallDetail, wantedOf } from './wanted.ts'
import { addTeamsAsReaders, heldAs, teamRecipientsOf } from './team-readers.store.ts'

/** The kind of the ledger's rows that are about an alert; their reference is its id. */
export const alertKind = 'alert'

/** From when it happened: by then nobody wants to be woken for it; the history has it. */
export const usefulForMs = 24 * 3_600_000

/** An outcome as an alert that somebody may want. `heldBack`: why nobody is messaged; null: they are. */
export type NewAlert = Outcome & { settingId: number; heldBack: string | null; type: string }

/**
 * Keeps a subquery apart from what is around it: one that asks whether there is a row ends with the first, where joined to
 * the rest it would read all, and one that computes a few columns hands on those alone.
 */
const apart = sql`OFFSET 0`

interface Added {
  /** Of the alerts. */
  ids: number[]
  isForMany: boolean
}

/** From so many entries on it is cheaper to go through all accounts than to look them up one by one. */
const manyEntries = 20_000

/**
 * Writes the alerts that at least one entry asks for, and whom they concern. What is there already stays as it is. For
 * many, the rest of the transaction is planned for going through whole tables.
 */
export async function insertAlerts(
  tx: Tx,
  now: SQL,
  { networkId, access }: { networkId: number; access: NetworkAccess },
  found: readonly NewAlert[],
): Promise<Added> {
  const alerts = await ofWantedSettings(tx, networkId, found)
  const isKnown = knewBeginning(networkId, lonelyEnds(alerts))
  if (alerts.length === 0) return { ids: [], isForMany: false }
  await allowLongStatements(tx)
  const rows = alerts.map(
    ({ settingId, target, severity, at, height, evidence, key, phone, heldBack, type }) => ({
      setting_id: settingId,
      type,
      severity,
      at,
      height,
      evidence,
      validator_id: target.type === 'VALIDATOR' ? target.id : null,
      bridge_id: target.type === 'BRIDGE' ? target.id : null,
      occurrence: key,
      phones_wait: phone === 'AFTER_CONFIRMED',
      held_back: heldBack,
    }),
  )
  const { rows: added } = await tx.execute<{ id: number; settingId: number }>(sql`
    WITH a AS (
      SELECT t.*, ${networkId}::int AS network_id,
             coalesce(v.moniker, (
               SELECT coalesce(bt.name, b.peer_id) FROM bridge b LEFT JOIN bridge_token bt ON bt.id = b.token_id
               WHERE b.id = t.bridge_id)) AS target_name,
             (SELECT b.peer_id FROM bridge b WHERE b.id = t.bridge_id) AS bridge_key,
             array_remove(ARRAY[v.operator_address, v.consensus_address], NULL) AS validator_keys
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t (
        setting_id int, type text, severity text, validator_id int, bridge_id int, at float8, height bigint, evidence jsonb,
        occurrence text, phones_wait boolean, held_back text)
      LEFT JOIN watch_validator v ON v.id = t.validator_id
    )
    INSERT INTO alert (network_id, setting_id, type, severity, validator_id, validator_keys, bridge_id, bridge_key, target_name,
                       at, height, evidence, occurrence, phones_wait, held_back, created_at)
    SELECT network_id, setting_id, type, severity, validator_id, validator_keys,
           CASE WHEN bridge_key IS NOT NULL THEN bridge_id END, bridge_key, target_name,
           to_timestamp(at / 1000), height, evidence, occurrence, phones_wait, held_back, ${now}
    FROM a WHERE EXISTS (
      SELECT FROM alert_entry e JOIN (${readersOf(access)}) reader ON reader.user_id = e.user_id WHERE ${isWanted} AND ${isKnown}
      ${apart})
    -- That it is jailed forever before that it is jailed, and the jailing before the slash that came with it: the first of a storm is
    -- told at once. Of votes the highest step before those below it, and how somebody voted before the ends that come of it: each
    -- says what the others do.
    ORDER BY at, height, type <> 'TOMBSTONED', CASE WHEN type = 'GOVERNANCE' THEN -setting_id ELSE setting_id END
    ON CONFLICT (network_id, occurrence) DO NOTHING
    RETURNING id::int, setting_id AS "settingId"`)
  const ids = added.map(({ id }) => id)
  if (ids.length === 0) return { ids, isForMany: false }
  await reopenSilences(tx, added)
  await addTeamsAsReaders(tx, now, access, added, isKnown)
  const isForMany = await areForMany(tx, ids)
  if (isForMany) await planForMany(tx)
  await tx.execute(sql`
    INSERT INTO alert_recipient (user_id, alert_id, silence_id, team_ids, silenced)
    SELECT DISTINCT e.user_id, a.id, silenced.silence_id, teams.team_ids, ${heldAs}
    FROM alert a
    JOIN alert_entry e ON ${isWanted} AND ${isKnown}
    JOIN (${readersOf(access)}) reader ON reader.user_id = e.user_id
    LEFT JOIN (${silencedAlerts(now, added)}) silenced ON silenced.user_id = e.user_id AND silenced.alert_id = a.id
    LEFT JOIN (
      SELECT e.user_id, a.id AS alert_id, array_agg(DISTINCT e.team_id) AS team_ids
      FROM alert a JOIN alert_entry e ON ${isWanted} AND e.team_entry_id IS NOT NULL AND ${isKnown}
      WHERE a.id IN ${ids} GROUP BY e.user_id, a.id
    ) teams ON teams.user_id = e.user_id AND teams.alert_id = a.id
    WHERE a.id IN ${ids}`)
  return { ids, isForMany }
}

/**
 * The ends whose beginning was decided earlier: somebody may have turned them on since. What is graver than what it ends
 * (leaving the active set) is told by itself (E189).
 */
function lonelyEnds(alerts: readonly NewAlert[]) {
  const keys = alerts.map(({ key }) => key)
  return alerts.flatMap(({ kind, settingId, key, conditionId, knownSince }) => {
    const began = beginningOf({ key, conditionId })
    const isLonely =
      kind === 'ENDED' && catalogue.isEnd(settingId) && !keys.some((one) => one.startsWith(began))
    return isLonely && knownSince !== undefined ? [{ key, conditionId, knownSince }] : []
  })
}

/** Those of a setting that any entry of the network asks for, on whatever target: for most of what happens there is none. */
async function ofWantedSettings(
  tx: Tx,
  networkId: number,
  alerts: readonly NewAlert[],
): Promise<readonly NewAlert[]> {
  if (alerts.length === 0) return []
  const settings = [...new Set(alerts.map((one) => one.settingId))]
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT s.id FROM unnest(${`{${settings.join()}}`}::int[]) AS s (id)
    WHERE (SELECT true FROM alert_entry e WHERE e.network_id = ${networkId} AND e.setting_id = s.id LIMIT 1)`)
  const wanted = new Set(rows.map(({ id }) => id))
  return alerts.filter((one) => wanted.has(one.settingId))
}

async function areForMany(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM alert a JOIN alert_entry e ON ${isWanted} WHERE a.id IN ${[...ids]} LIMIT ${manyEntries}) AS wanted`)
  return rows[0]?.count === manyEntries
}

/**
 * Statistics know nothing of an alert that was written a moment ago, and the database looks up each of its readers by
 * itself, several times. For many, until the transaction ends, it goes through their tables once.
 */
async function planForMany(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true),
                          set_config('jit', 'off', true)`)
}

/**
 * Notes when what began was over (E135), with every alert that reported it, those that were held back too; gives their ids. The
 * end has the number of its beginning.
 */
export async function endAlerts(
  tx: Tx,
  networkId: number,
  ends: readonly Pick<Outcome, 'key' | 'conditionId' | 'at' | 'evidence'>[],
): Promise<number[]> {
  if (ends.length === 0) return []
  const rows = ends.map(({ key, conditionId, at, evidence }) => {
    const setting = settingId(conditionId, 'FALSE_TO_TRUE')
    // The misses were over before the share that they made was below the line again (P884), but for jail, which empties the window.
    const isShare = catalogue.condition(conditionId)?.subject === 'window_missed'
    const over = isShare && evidence.ended_in_jail !== true ? at : (evidence.ended_at ?? at)
    return { setting_id: setting, name: beginningOf({ key, conditionId }), at: over }
  })
  const { rows: ended } = await tx.execute<{ id: number }>(sql`
    UPDATE alert a SET ended_at = to_timestamp(e.at / 1000)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (setting_id int, name text, at float8)
    WHERE a.network_id = ${networkId} AND a.setting_id = e.setting_id AND a.ended_at IS NULL
      AND starts_with(a.occurrence, e.name)
    RETURNING a.id::int`)
  return ended.map(({ id }) => id)
}

const ofBond = catalogue.conditions.filter(({ subject }) => subject === 'bonded').map(({ id }) => id)
const enteredSet = ofBond.map((id) => settingId(id, 'FALSE_TO_TRUE'))
const leftSet = ofBond.map((id) => settingId(id, 'TRUE_TO_FALSE'))

/**
 * Notes of those who enter the active set that having left it is over (E384): both are events, and whoever did not take the call
 * about the one would be rung about it after the other. Gives the alerts that are over.
 */
export async function endLeavings(
  tx: Tx,
  networkId: number,
  outcomes: readonly Pick<Outcome, 'settingId' | 'target' | 'at'>[],
): Promise<number[]> {
  const entered = outcomes
    .filter(({ settingId: setting }) => setting !== null && enteredSet.includes(setting))
    .map(({ target, at }) => ({ validator_id: target.id, at }))
  if (entered.length === 0) return []
  const { rows } = await tx.execute<{ id: number }>(sql`
    UPDATE alert a SET ended_at = to_timestamp(e.at / 1000)
    FROM jsonb_to_recordset(${JSON.stringify(entered)}::jsonb) AS e (validator_id int, at float8)
    WHERE a.network_id = ${networkId} AND a.setting_id IN ${leftSet} AND a.ended_at IS NULL
      AND a.validator_id = e.validator_id AND a.at <= to_timestamp(e.at / 1000)
    RETURNING a.id::int`)
  return rows.map(({ id }) => id)
}

/** A network's alerts since then, those that were held back too. */
export function alertsSince(
  tx: Tx,
  since: SQL,
  networkId: number,
): Promise<{ id: number; settingId: number }[]> {
  return tx
    .select({ id: alert.id, settingId: alert.settingId })
    .from(alert)
    .where(and(eq(alert.networkId, networkId), gte(alert.createdAt, since)))
    .orderBy(asc(alert.id))
}

/** Ids of the newest alerts of the network that these are of, these included. */
export async function alertsBeside(tx: Tx, ids: readonly number[], limit: number): Promise<number[]> {
  const network = tx
    .select({ id: alert.networkId })
    .from(alert)
    .where(inArray(alert.id, [...ids]))
  const rows = await tx
    .select({ id: alert.id })
    .from(alert)
    .where(inArray(alert.networkId, network))
    .orderBy(desc(alert.id))
    .limit(limit)
  return [...new Set([...ids, ...rows.map(({ id }) => id)])]
}

/** What waited for one more observation has had it: gives the alerts whose phones may ring now. */
export async function confirmAlerts(
  tx: Tx,
  networkId: number,
  occurrences: readonly string[],
): Promise<number[]> {
  const rows = await tx
    .update(alert)
    .set({ phonesWait: false })
    .where(
      and(
        eq(alert.networkId, networkId),
        inArray(alert.occurrence, [...occurrences]),
        eq(alert.phonesWait, true),
      ),
    )
    .returning({ id: alert.id })
  return rows.map(({ id }) => id)
}

/**
 * The contacts that a reader gave and wants an alert by, as `<channel of the ledger> <recipient>`, of those channels that
 * the site has. For the few who gave some; so each is looked up by itself.
 */
const wantedContacts = (channels: readonly string[]) => sql`
  ARRAY(
    SELECT lower(g.channel) || ' ' || g.recipient FROM (${givenContacts}) g
    WHERE g.user_id = w.user_id AND g.is_confirmed AND g.channel = ANY (${sql.param([...channels])}::text[])
      AND EXISTS (
        SELECT FROM alert a JOIN alert_entry e ON ${isWanted}
        WHERE a.id = w.alert_id AND e.user_id = w.user_id AND g.channel = ANY (e.channels)
      )
  )`

/**
 * Rows of the ledger as a fan-out with states takes them, none of them twice. What is muted, held back, or without
 * anybody to reach is kept for the record. Whose last phone is gone, or who wants it by a channel that is not among
 * those that the site has, gets a mail in its place.
 *
 * @param told these readers of these alerts alone, who are told of them late; left out: all, who are told as it happens
 * @param held of which of them not every phone of a team rings at once
 */
export function recipientsOf(
  now: SQL,
  ids: readonly number[],
  channels: readonly string[],
  told?: readonly { userId: number; alertId: number }[],
  held: readonly HeldPhones[] = [],
): SQL {
  const only =
    told === undefined
      ? sql`true`
      : sql`(r.user_id, r.alert_id) IN (
          SELECT * FROM unnest(${`{${told.map(({ userId }) => userId).join()}}`}::int[],
                               ${`{${told.map(({ alertId }) => alertId).join()}}`}::bigint[]))`
  // Of what is told late a phone rings as long after that.
  const happenedAt = told === undefined ? sql`at` : sql`NULL::timestamptz`
  const has = (channel: NotificationChannel) => (channels.includes(channel) ? sql`true` : sql`false`)
  // Programs get everything (E340).
  const isAnswered = sql`(is_answered AND ${isForPeople(sql`c.channel`)})`
  // Nobody to reach is a row, too.
  const byPhone = (channel: 'SMS' | 'VOICE') => sql`
    SELECT ${channel.toLowerCase()}, phone, ${happenedAt}, phone IS NOT NULL AND NOT ${channel === 'SMS' ? sql`rings_sms` : sql`rings_voice`}
    FROM unnest(CASE WHEN ${has(channel)} AND phones <> '{}' THEN phones ELSE ARRAY[NULL] END) AS phone`
  const lacks = (channel: 'SMS' | 'VOICE') => sql`(NOT ${has(channel)} OR phones = '{}')`
  return sql`
    SELECT c.channel, user_id, coalesce(c.recipient, '') AS recipient, language, reference, is_critical,
           CASE WHEN is_muted OR is_silenced OR held_back IS NOT NULL OR ${isAnswered} OR c.is_held THEN 'SUPPRESSED' WHEN c.recipient IS NULL THEN 'FAILED'
                ELSE 'QUEUED' END AS state,
           CASE WHEN held_back IS NOT NULL THEN lower(held_back) WHEN is_silenced THEN ${silencedDetail}::text
                WHEN is_muted THEN 'muted' WHEN ${isAnswered} THEN ${answeredDetail}::text
                WHEN c.is_held THEN ${onCallDetail}::text WHEN c.recipient IS NULL THEN 'no_contact' END AS detail,
           c.happened_at
    FROM (
      SELECT a.id::text AS reference, a.severity = 'CRITICAL' AS is_critical, a.held_back, a.at, w.user_id, w.by_email,
             w.by_sms, w.by_voice, w.by_given, w.alert_id, w.are_muted OR m.user_id IS NOT NULL AS is_muted, w.is_silenced,
             w.is_answered, w.rings_sms, w.rings_voice, w.is_mailed,
             u.language, u.email,
             CASE WHEN w.by_sms OR w.by_voice THEN ${phonesOf(sql`u.user_id`)} END AS phones,
             CASE WHEN w.by_given THEN ${wantedContacts(channels)} END AS given
      FROM (${wantedOf(now, ids, { only, held })}) w
      JOIN alert a ON a.id = w.alert_id
      JOIN (${mailboxes}) u ON u.user_id = w.user_id
      LEFT JOIN (
        SELECT DISTINCT m.user_id, a.id AS alert_id
        FROM alert a JOIN alert_mute m ON m.muted_until > ${now} AND ${isMuteOf(sql`a`)}
        WHERE a.id IN ${[...ids]}
      ) m ON m.user_id = w.user_id AND m.alert_id = w.alert_id
    ) w
    CROSS JOIN LATERAL (
      SELECT 'email' AS channel, CASE WHEN ${has('EMAIL')} THEN email END AS recipient,
             NULL::timestamptz AS happened_at, false AS is_held
      WHERE by_email
      UNION ALL ${byPhone('SMS')} WHERE by_sms
      UNION ALL ${byPhone('VOICE')} WHERE by_voice
      UNION ALL
      SELECT split_part(one, ' ', 1), substr(one, strpos(one, ' ') + 1), NULL, false
      FROM unnest(given) AS one WHERE by_given
      UNION ALL
      SELECT 'email', email, NULL, false
      WHERE NOT (by_email AND ${has('EMAIL')}) AND NOT is_muted AND NOT is_silenced AND held_back IS NULL
        AND (by_email OR by_sms AND ${lacks('SMS')} OR by_voice AND ${lacks('VOICE')} OR by_given AND given = '{}'
             OR is_mailed AND NOT (by_given OR rings_sms OR rings_voice))
    ) c
    UNION ALL ${teamRecipientsOf(now, ids, channels, only)}`
}

/**
 * Forgets what is older than `ms`, with whom it concerned. By the range of ids, too, whose rows lie together: by the
 * ids alone all rows of a table of millions are read.
 */
export async function forgetAlerts(orm: Queryable, now: SQL, ms: number): Promise<void> {
  await orm.execute(sql`
    WITH old AS (
      DELETE FROM alert WHERE created_at < ${now} - make_interval(secs => ${ms}::float8 / 1000) RETURNING id
    ),
    escalations AS (
      DELETE FROM alert_escalation WHERE alert_id IN (SELECT id FROM old)
    )
    DELETE FROM alert_recipient
    WHERE alert_id BETWEEN (SELECT min(id) FROM old) AND (SELECT max(id) FROM old) AND alert_id IN (SELECT id FROM old)`)
}

/** As many as the strip of a row shows. */
const shownLetters = 60

/** Votes have nothing to do with the blocks around them. */
const ofBlocks = ne(alert.type, 'GOVERNANCE')

/** Keeps the last blocks of each validator in the evidence of its alert: the chain's letters are forgotten long before. */
export async function keepSignatures(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: alert.id, validatorId: alert.validatorId, height: alert.height })
    .from(alert)
    .where(and(inArray(alert.id, [...ids]), isNotNull(alert.validatorId), isNotNull(alert.height), ofBlocks))
  const validators = rows.map(({ validatorId, height }) => ({
    validatorId: validatorId ?? 0,
    height: height ?? 0,
  }))
  const found = await lettersBefore(tx, validators, shownLetters)
  const kept = rows.flatMap(({ id }, index) => {
    const letters = found[index]
    if (!letters) return []
    return [{ id, signatures: { from_height: letters.fromHeight, letters: letters.letters } }]
  })
  if (kept.length === 0) return
  await tx.execute(sql`
    UPDATE alert SET evidence = alert.evidence || jsonb_build_object('signatures', k.signatures)
    FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS k (id bigint, signatures jsonb)
    WHERE alert.id = k.id`)
}
