import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { failureOf } from '../../../platform/db/transaction.ts'
import type { Loop } from '../../../platform/loop.ts'
import type { Platform } from '../../../platform/platform.ts'
import { confirmedContacts, mailboxes, readerOf, teamVoices } from '../../accounts/accounts.public.ts'
import { givenTeamContacts, type Notifications } from '../../notifications/notifications.public.ts'
import { alertStatusesOf, turningBackOf } from '../history/alert-status.ts'
import { quietEndOf } from '../telling/ends/quiet.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { findAlerts, type FoundAlert } from '../record/history.store.ts'
import { saysAllOf } from '../record/incidents/outage.policy.ts'
import {
  type DueEscalation,
  nextDueInMs,
  putOff,
  recentSteps,
  reminderKind,
  stepAfter,
  stepReference,
  takeDue,
  type Verdict,
  writeVerdict,
} from './escalation.store.ts'
import { type Beside, besideOf } from './read-escalations.store.ts'
import { leaderOf } from './rounds.policy.ts'
import { type Asked, askedOf, concernAsked } from './who-is-asked.ts'

/** Taken by one transaction. */
const atOnce = 200
/** A step is due a minute after it begins to wait, at the soonest: whoever looks so often misses none. */
const pollMs = 15_000
const shortestMs = 1_000
/** A reminder that could not be sent for so long says nothing that a later one does not. */
const usefulForMs = 3_600_000
/** As long as messages of a storm wait for each other. */
const stormSeconds = 15

type Deps = Pick<Database, 'orm' | 'transaction' | 'now' | 'notify'>
interface Sending extends Pick<Notifications, 'fanOut'> {
  /** Those that the site has. */
  channels: readonly NotificationChannel[]
  /** Who may read a network; null: the catalogue does not name it. */
  accessOf(networkId: number): NetworkAccess | null
}

/** Does the steps of escalations when they are due (D182). */
export function createEscalateLoop(
  { db, log, createLoop }: Pick<Platform, 'db' | 'log' | 'createLoop'>,
  sending: Sending,
): Loop {
  return createLoop({
    name: 'alerts/escalate',
    everyMs: pollMs,
    pass: async (signal) => {
      const onFailed = ({ alertId, userId, teamId }: DueEscalation, error: unknown) =>
        log.error(
          { alert: alertId, user: userId, team: teamId, err: error },
          'a reminder could not be written',
        )
      while (!signal.aborted && (await escalate(db, sending, onFailed)) >= atOnce);
      const dueInMs = await nextDueInMs(db.orm, db.now())
      return dueInMs === null ? pollMs : Math.min(pollMs, Math.max(shortestMs, dueInMs))
    },
  })
}

/**
 * Does what is due, `most` at a time, by one transaction: rows of the ledger and when the next step is due are there both or
 * neither. Where that cannot be written, one by one, without those that cannot be written alone. Gives how many were due.
 */
export async function escalate(
  db: Deps,
  sending: Sending,
  onFailed: (of: DueEscalation, error: unknown) => void,
  most = atOnce,
): Promise<number> {
  let taken: readonly DueEscalation[] = []
  try {
    return await db.transaction(async (tx) => {
      taken = await takeDue(tx, db.now(), most)
      await doSteps(db, tx, sending, taken)
      return taken.length
    })
  } catch (error) {
    if (failureOf(error) !== 'final' || taken.length === 0) throw error
  }
  // Of an incident the first that can be written does the step, and takes the others along: the gravest first.
  for (const one of taken.toSorted((a, b) => Number(b.isCritical) - Number(a.isCritical))) {
    try {
      await db.transaction(async (tx) => {
        const [still] = await takeDue(tx, db.now(), 1, one)
        if (still) await doSteps(db, tx, sending, [still], true)
      })
    } catch (error) {
      if (failureOf(error) !== 'final') throw error
      onFailed(one, error)
      await putOff(db.orm, db.now(), one)
    }
  }
  return taken.length
}

/** @param isAlone it waits for no other of its incident, which may be what cannot be written */
async function doSteps(
  db: Deps,
  tx: Tx,
  sending: Sending,
  taken: readonly DueEscalation[],
  isAlone = false,
): Promise<void> {
  const due = taken.filter(({ networkId }) => sending.accessOf(networkId) !== null)
  // The catalogue does not name its network just now: no step is lost over that (B205).
  for (const one of taken) if (!due.includes(one)) await putOff(tx, db.now(), one)
  if (due.length === 0) return
  const asked = new Map<DueEscalation, Asked>()
  const networkIds = new Set(due.map(({ networkId }) => networkId))
  for (const networkId of networkIds) {
    const own = due.filter((one) => one.networkId === networkId)
    const access = sending.accessOf(networkId) ?? 'VIP'
    for (const [one, whom] of await askedOf(tx, db.now(), own, access)) asked.set(one, whom)
  }
  const verdicts = await verdictsOf(db, tx, asked, isAlone)
  const steps = new Map([...asked].filter(([one]) => verdicts.get(one)?.what === 'done'))
  await concernAsked(tx, steps)
  for (const networkId of networkIds) {
    const own = new Map([...steps].filter(([one]) => one.networkId === networkId))
    if (own.size === 0) continue
    const recent = await recentSteps(tx, db.now(), networkId, stormSeconds)
    const references = [...new Set([...[...own.keys()].map(referenceOf), ...recent])]
    await sending.fanOut(tx, {
      kind: reminderKind,
      usefulForMs,
      recipients: recipientsOf(own, sending.channels),
      hasStates: true,
      ...(references.length < 2 ? {} : { storm: references }),
    })
  }
  for (const [one, verdict] of verdicts) await writeVerdict(tx, db.now(), one, verdict)
  await hintChanged(db, tx, [...new Set(due.map(({ alertId }) => alertId))])
}

/** Those whose readers are reminded of what says all of it, or have acknowledged that (D254). */
function overtakenOf(
  due: readonly DueEscalation[],
  alerts: ReadonlyMap<number, FoundAlert>,
  beside: readonly Beside[],
): ReadonlySet<number> {
  return new Set(
    due.flatMap((one) => {
      const mine = alerts.get(one.alertId)
      const isOvertaken = beside.some(
        (other) =>
          mine !== undefined &&
          other.userId === one.userId &&
          other.teamId === one.teamId &&
          saysAllOf(other, { ...mine, atMs: mine.at.getTime() }),
      )
      return isOvertaken ? [one.id] : []
    }),
  )
}

/** What follows of each that is due: it is over, it waits, it is asked again, or its step is done. */
async function verdictsOf(
  db: Deps,
  tx: Tx,
  asked: ReadonlyMap<DueEscalation, Asked>,
  isAlone: boolean,
): Promise<ReadonlyMap<DueEscalation, Verdict>> {
  const due = [...asked.keys()]
  const found = await findAlerts(tx, db.now(), [...new Set(due.map(({ alertId }) => alertId))])
  const alerts = new Map(found.map((alert) => [alert.id, alert]))
  const statuses = await alertStatusesOf(tx, found)
  const back = await turningBackOf(tx, found)
  const beside = await besideOf(tx, db.now(), due)
  const overtaken = overtakenOf(due, alerts, beside)
  const quiets = new Map<number, NonNullable<Awaited<ReturnType<typeof readerOf>>>['quiet']>()
  for (const userId of new Set([...asked.values()].flatMap(({ userIds, team }) => [...userIds, ...team])))
    quiets.set(userId, (await readerOf(tx, userId))?.quiet ?? null)
  const verdicts = new Map(
    [...asked].map(([one, { userIds, team, isToEveryone }]): [DueEscalation, Verdict] => {
      const alert = alerts.get(one.alertId)
      const status = statuses.get(one.alertId)
      // UNKNOWN is neither (D186).
      if (!alert || status === 'ENDED') return [one, { what: 'ended', by: 'ENDED' }]
      if (one.endedBy !== null) {
        // What has no end is not to be asked about for ever (D204).
        if (one.mayNotAsk || status === null) return [one, { what: 'ended', by: one.endedBy }]
        return [one, { what: status === 'ONGOING' && !back.has(one.alertId) ? 'again' : 'later' }]
      }
      if (one.over !== null) return [one, { what: 'ended', by: one.over }]
      if (overtaken.has(one.id)) return [one, { what: 'ended', by: 'ENDED' }]
      if (back.has(one.alertId)) return [one, { what: 'later' }]
      const ends = (one.teamId === null ? userIds : team).map((userId) => {
        const quiet = quiets.get(userId) ?? null
        return quiet === null ? null : quietEndOf(quiet, [alert])
      })
      // Of a team a step waits only where there is nobody who may be disturbed (D203).
      const untilMs = ends.reduce(
        (soonest, end) => (end === null || soonest === null ? null : Math.min(soonest, end)),
        Infinity,
      )
      if (untilMs === null || untilMs === Infinity) return [one, { what: 'done', isToEveryone }]
      return [one, { what: 'quiet', untilMs }]
    }),
  )
  return isAlone ? verdicts : followed(verdicts, beside)
}

/** Of those of one incident, reader and team that are due, one does the step for all (D333). */
function followed(
  verdicts: ReadonlyMap<DueEscalation, Verdict>,
  beside: readonly Beside[],
): ReadonlyMap<DueEscalation, Verdict> {
  const own = new Map([...verdicts].map(([{ id }, { what }]) => [id, what]))
  return new Map(
    [...verdicts].map(([one, verdict]): [DueEscalation, Verdict] => {
      // What is due and not here another process has just now.
      const [first, ...others] = beside.filter(
        (other) => other.isDue && isOfOneRound(other, one) && (own.get(other.id) ?? 'done') === 'done',
      )
      if (verdict.what !== 'done' || first === undefined) return [one, verdict]
      const leader = leaderOf([first, ...others]).id
      return [one, leader === one.id ? verdict : { what: own.has(leader) ? 'follows' : 'later' }]
    }),
  )
}

function isOfOneRound(
  a: Pick<Beside, 'userId' | 'teamId' | 'incidentId'>,
  b: Pick<Beside, 'userId' | 'teamId' | 'incidentId'>,
): boolean {
  return a.userId === b.userId && a.teamId === b.teamId && a.incidentId === b.incidentId
}

const referenceOf = ({ step, ...of }: DueEscalation) => stepReference({ ...of, step: step + 1 })

/**
 * Rows of the ledger for steps: each contact of their channels of whoever is asked, and of the team itself (D206), and for the
 * record each channel that reaches neither. Whom a step does not reach at all it goes to by every contact (D188), but for information by
 * no call, which nobody asked for (D265).
 */
function recipientsOf(
  steps: ReadonlyMap<DueEscalation, Asked>,
  channels: readonly NotificationChannel[],
): SQL {
  const rows = [...steps].flatMap(([one, { userIds }]) =>
    userIds.map((userId) => ({
      user_id: userId,
      team_id: one.teamId,
      reference: referenceOf(one),
      is_critical: one.isCritical,
      is_info: one.isInfo,
      channels: stepAfter(one, one.step)?.channels ?? [],
    })),
  )
  const hasChannel = (channel: SQL) => sql`${channel} = ANY (${sql.param([...channels])}::text[])`
  return sql`
    WITH s AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS s (
        user_id int, team_id int, reference text, is_critical boolean, is_info boolean, channels text[])
    ),
    k AS (
      SELECT s.*, c.channel, c.recipient, c.language
      FROM s JOIN (${confirmedContacts}) c ON c.user_id = s.user_id
      WHERE ${hasChannel(sql`c.channel`)}
    ),
    t AS (
      SELECT DISTINCT g.channel, -s.team_id AS user_id, g.recipient, v.language, s.reference, s.is_critical
      FROM s
      JOIN (${givenTeamContacts}) g ON g.team_id = s.team_id AND g.is_confirmed AND g.channel = ANY (s.channels)
      JOIN (${teamVoices}) v ON v.team_id = s.team_id
      WHERE ${hasChannel(sql`g.channel`)}
    )
    SELECT lower(channel) AS channel, user_id, recipient, language, reference, is_critical, 'QUEUED'::text AS state,
           NULL::text AS detail
    FROM k
    WHERE channel = ANY (channels) OR NOT (is_info AND channel = 'VOICE') AND NOT EXISTS (
        SELECT FROM k o WHERE o.user_id = k.user_id AND o.reference = k.reference AND o.channel = ANY (o.channels))
      AND NOT EXISTS (SELECT FROM t WHERE t.reference = k.reference)
    UNION ALL
    SELECT lower(channel), user_id, recipient, language, reference, is_critical, 'QUEUED', NULL FROM t
    UNION ALL
    SELECT lower(m.channel), s.user_id, '', u.language, s.reference, s.is_critical, 'FAILED', 'no_contact'
    FROM s JOIN (${mailboxes}) u ON u.user_id = s.user_id CROSS JOIN unnest(s.channels) AS m (channel)
    WHERE NOT EXISTS (
        SELECT FROM k WHERE k.user_id = s.user_id AND k.reference = s.reference AND k.channel = m.channel)
      AND NOT EXISTS (SELECT FROM t WHERE t.reference = s.reference AND t.channel = m.channel)`
}
