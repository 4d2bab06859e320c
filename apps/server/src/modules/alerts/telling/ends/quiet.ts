import { catalogue } from '@roundsman/alerting/catalogue'
import type { Database, Queryable } from '../../../../platform/db/database.ts'
import { quietUntil, type readerOf } from '../../../accounts/accounts.public.ts'
import { alertStatusesOf } from '../../history/alert-status.ts'
import {
  type AgedAlert,
  alertsAfter,
  findAlerts,
  type HistoryRow,
  ownAlerts,
} from '../../record/history.store.ts'
import { conditionKey, isHigherStep, partsOf } from '../../record/incidents/occurrence.policy.ts'
import { isEndOf } from '../../record/incidents/outage.policy.ts'
import { silencedFor } from '../../silences/silence.store.ts'
import type { Contact } from '../contact.ts'
import { severityAsTold } from '../told-already.ts'
import { toldIn } from '../told-in.ts'

type Quiet = NonNullable<NonNullable<Awaited<ReturnType<typeof readerOf>>>['quiet']>

const breaks: Readonly<Record<Quiet['breakThrough'], readonly AgedAlert['severity'][]>> = {
  CRITICAL: ['CRITICAL'],
  WARNING: ['WARNING', 'CRITICAL'],
  NONE: [],
}

/**
 * When the quiet hours end that a message about alerts waits for, Unix ms by the database's clock; null: it does not, since
 * none are now or one of its alerts breaks through (D163), by the severity that its reader is told (E312).
 */
export function quietEndOf(
  { windows, zone, breakThrough }: Quiet,
  alerts: readonly Pick<AgedAlert, 'settingId' | 'severity' | 'evidence' | 'ageMs'>[],
): number | null {
  const [first] = alerts
  if (!first || alerts.some((one) => breaks[breakThrough].includes(severityAsTold(one)))) return null
  return quietUntil(windows, zone, first.evidence.observed_at + first.ageMs)
}

/**
 * Whether alerts that would wait until the quiet hours end are told nevertheless (E302): one is the end of what broke through to the
 * same contact in these quiet hours, or of another step of that outage; or to any contact, where it was answered (E327). A phone rings for no
 * end.
 *
 * @param until when these quiet hours end
 */
export async function endsWhatWoke(
  orm: Queryable,
  contact: Contact,
  alerts: readonly Pick<AgedAlert, 'networkId' | 'settingId' | 'occurrence' | 'evidence'>[],
  { windows, zone, breakThrough, until }: Quiet & { until: number },
): Promise<boolean> {
  const ends = alerts.filter(({ settingId }) => catalogue.isEnd(settingId))
  const [first] = ends
  if (contact.channel === 'voice' || first === undefined) return false
  const rows = await toldIn(orm, contact, first.networkId, { orAnswered: true })
  const woke = rows.filter(
    (one) =>
      isBeginning(one.settingId) &&
      breaks[breakThrough].includes(severityAsTold(one)) &&
      quietUntil(windows, zone, one.toldMs) === until,
  )
  return ends.some((end) => woke.some((one) => isEndOf(end, one)))
}

/**
 * Of alerts that waited, those that are still to be told (D165): not what is over, with its end, nor what its reader has
 * acknowledged or muted meanwhile, nor what a later alert says better. What nobody knows is told. `over`: what began and was over, and
 * nobody has seen it; `silenced`: what planned work explains by now, which is told
 * when that is over (D226).
 */
export async function stillSo(
  db: Pick<Database, 'orm' | 'now'>,
  userId: number,
  alerts: readonly Pick<AgedAlert, 'id'>[],
): Promise<{
  told: ReadonlySet<number>
  over: ReadonlySet<number>
  silenced: readonly { id: number; settingId: number }[]
}> {
  const rows = await ownAlerts(db.orm, db.now(), { userId, ids: alerts.map(({ id }) => id) })
  const statuses = await alertStatusesOf(db.orm, rows)
  const begun = new Set(rows.filter(({ settingId }) => isBeginning(settingId)).map(occasionOf))
  const since = await sinceThen(db, userId, rows)
  const still = rows.filter((row) => {
    if (row.acknowledgedAt !== null || row.mutedUntil !== null) return false
    if (isBeginning(row.settingId)) return statuses.get(row.id) !== 'ENDED' && !since.overtakes(row)
    return !begun.has(occasionOf(row)) && !since.hasBegunAgain(row)
  })
  const held = await silencedFor(
    db,
    userId,
    still.filter(({ settingId }) => isBeginning(settingId)),
  )
  const isOver = ({ id, settingId, acknowledgedAt, mutedUntil }: HistoryRow) =>
    isBeginning(settingId) && statuses.get(id) === 'ENDED' && acknowledgedAt === null && mutedUntil === null
  return {
    told: new Set(still.filter(({ id }) => !held.has(id)).map(({ id }) => id)),
    over: new Set(rows.filter(isOver).map(({ id }) => id)),
    silenced: still.filter(({ id }) => held.has(id)),
  }
}

/** What came after these alerts, told at once or waiting beside them: it may leave nothing of them to tell (D251). */
async function sinceThen(
  db: Pick<Database, 'orm' | 'now'>,
  userId: number,
  rows: readonly HistoryRow[],
): Promise<{ overtakes(row: HistoryRow): boolean; hasBegunAgain(row: HistoryRow): boolean }> {
  const [first] = rows
  if (first === undefined) return { overtakes: () => false, hasBegunAgain: () => false }
  const after = await alertsAfter(db.orm, { userId, networkId: first.networkId, id: first.id })
  const begun = after.filter(({ settingId }) => isBeginning(settingId))
  const waits = new Set(rows.map(({ id }) => id))
  // What waits as well becomes one message with it, which says the highest step alone.
  const told = begun.filter(({ id }) => !waits.has(id))
  const found = await findAlerts(
    db.orm,
    db.now(),
    told.map(({ id }) => id),
  )
  const statuses = await alertStatusesOf(db.orm, found)
  // In the order of their ids: of each condition the last one stays.
  const lastBegun = new Map(begun.sort((a, b) => a.id - b.id).map((one) => [conditionKey(one), one.id]))
  return {
    overtakes: (row) => told.some((other) => isHigherStep(other, row) && statuses.get(other.id) !== 'ENDED'),
    hasBegunAgain: (row) => (lastBegun.get(conditionKey(row)) ?? 0) > row.id,
  }
}

function isBeginning(settingId: number): boolean {
  return catalogue.meaning(settingId)?.trigger === 'FALSE_TO_TRUE'
}

/** The same for a beginning and its end: an end has the number of its beginning. */
const occasionOf = (row: HistoryRow) => `${conditionKey(row)}/${partsOf(row.occurrence).times}`
