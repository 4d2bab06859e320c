import { catalogue, type Subject } from '@roundsman/alerting/catalogue'
import { inArray, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { CostOf, Urgency } from '../../notifications/notifications.public.ts'
import { alert, type AlertRow } from '../alerts.schema.ts'
import { stepIn } from '../escalation/escalation.store.ts'
import { type AgedAlert, findAlerts } from '../record/history.store.ts'
import { isEndOf } from '../record/incidents/outage.policy.ts'
import { severityAsTold } from '../telling/told-already.ts'
import { type ToldAlert, toldIn } from '../telling/told-in.ts'
import { isNearJail, nearJailSeconds, uptime } from '../texts/figures.ts'

/** What is graver than missed blocks, and is told anew whatever was told before. */
const graveSubjects: readonly string[] = ['jailed', 'tombstoned', 'halted']
const fromGravest: readonly Urgency[] = ['GRAVE', 'NEAR_JAIL', 'YOUNG', 'CRITICAL', 'WARNING', 'INFO']
/** What has missed fewer blocks, and for less long, may be over in a moment (D317). */
const [youngBlocks, youngMs] = [10, 60_000]

/** As what a message about these alerts counts against the budgets of SMS and calls (D270, D271). */
export const costOfAlerts =
  (db: Pick<Database, 'now'>): CostOf =>
  async (tx, references, to) => {
    const ids = references.map(Number)
    const costs = await urgencyOf(tx, db, ids)
    if (costs === null) return null
    const { urgency, inLine } = costs
    // A graver one beside it counts as such, whatever it ends.
    const asEnd = urgency === 'INFO' ? await costOfEnds(tx, db, ids, to) : null
    return asEnd ?? { urgency, inLine, isPaidEnd: false }
  }

/**
 * Whoever was told by SMS, or by a call that they took, is told the end by SMS: it counts as its beginning did (D327), and of an SMS its
 * price was taken with that (D334). Null: of none of it were they told so.
 */
async function costOfEnds(
  tx: Tx,
  { now }: Pick<Database, 'now'>,
  ids: readonly number[],
  { userId, channel, recipient }: Parameters<CostOf>[2],
): ReturnType<CostOf> {
  if (userId === null || channel !== 'sms') return null
  const ends = (await findAlerts(tx, now(), ids)).filter(({ settingId }) => catalogue.isEnd(settingId))
  const [first] = ends
  if (first === undefined) return null
  for (const orCalled of [false, true]) {
    const told = await toldIn(tx, { userId, channel, recipient }, first.networkId, { orCalled })
    const ended = told.filter((one) => isEndedBy(one, ends)).map(severityAsTold)
    const urgency = fromGravest.find((one) => ended.some((severity) => severity === one))
    if (urgency !== undefined) return { urgency, isPaidEnd: !orCalled }
  }
  return null
}

function isEndedBy(begun: ToldAlert, ends: readonly AgedAlert[]): boolean {
  const isBegin = catalogue.meaning(begun.settingId)?.trigger === 'FALSE_TO_TRUE'
  return isBegin && ends.some((end) => isEndOf(end, begun))
}

/** A reminder says nothing new: what is kept for the gravest is not for it. */
export const costOfReminders =
  (db: Pick<Database, 'now'>): CostOf =>
  async (tx, references) => {
    const costs = await urgencyOf(
      tx,
      db,
      references.map((one) => stepIn(one).alertId),
    )
    if (costs === null) return null
    const capped = (one: Urgency) => (one === 'INFO' || one === 'WARNING' ? one : 'CRITICAL')
    return { urgency: capped(costs.urgency), inLine: capped(costs.inLine), isPaidEnd: false }
  }

async function urgencyOf(
  tx: Tx,
  { now }: Pick<Database, 'now'>,
  ids: readonly number[],
): Promise<{ urgency: Urgency; inLine: Urgency } | null> {
  const known = ids.filter((id) => Number.isSafeInteger(id))
  if (known.length === 0) return null
  const { settingId, severity, evidence, endedAt } = alert
  const nowMs = sql<number>`(extract(epoch from ${now()}) * 1000)::float8`
  const rows = await tx
    .select({ settingId, severity, evidence, endedAt, nowMs })
    .from(alert)
    .where(inArray(alert.id, known))
  const all = rows.map((one) => urgencyOfOne(one, one.nowMs))
  const urgency = gravestOf(all)
  return urgency && { urgency, inLine: gravestOf(all.map((one, at) => inLineOf(one, rows[at]))) ?? urgency }
}

const gravestOf = (all: readonly Urgency[]) => fromGravest.find((one) => all.includes(one)) ?? null

/** A vote is no fire: none of them rings before what leads to jail (D351). */
function inLineOf(urgency: Urgency, of: Pick<AlertRow, 'settingId'> | undefined): Urgency {
  const isVote = of !== undefined && catalogue.meaning(of.settingId)?.condition.type === 'GOVERNANCE'
  return isVote && urgency !== 'INFO' ? 'WARNING' : urgency
}

/** Of blocks that leads to jail: by less than an hour, whichever step of the outage this is (E235). */
export function urgencyOfOne(
  {
    settingId,
    severity,
    evidence,
    endedAt,
  }: Pick<AlertRow, 'settingId' | 'severity' | 'evidence' | 'endedAt'>,
  nowMs: number,
): Urgency {
  const meaning = catalogue.meaning(settingId)
  // An end is good news, however bad what it ends.
  if (catalogue.isEnd(settingId) || meaning === null) return 'INFO'
  const { subject, threshold } = meaning.condition
  if (severity === 'CRITICAL' && graveSubjects.includes(subject)) return 'GRAVE'
  const isOfJail = subject === 'jail_near'
  const isWithinHour = isOfJail && (threshold ?? Infinity) <= nearJailSeconds
  // The step of six hours is told with what is left, too.
  const misses = { subject: isOfJail ? ('missed_in_a_row' as const) : subject, trigger: meaning.trigger }
  const isNear = isWithinHour || isNearJail({ ...misses, evidence })
  // What is over leads nowhere.
  if (!isNear || endedAt !== null) return severity
  return isYoung(subject, evidence, nowMs) ? 'YOUNG' : 'NEAR_JAIL'
}

/** Where the window is short jail is near from the third block on. A share of the window says more than blocks in a row. */
function isYoung(subject: Subject, evidence: AlertRow['evidence'], nowMs: number): boolean {
  const { consecutive_missed: inARow, began_at: began, observed_at: observed } = evidence
  const isOfRow = uptime.includes(subject) && subject !== 'window_missed'
  return isOfRow && inARow != null && inARow < youngBlocks && nowMs - (began ?? observed) < youngMs
}
