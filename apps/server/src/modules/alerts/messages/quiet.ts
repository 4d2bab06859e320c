import { catalogue } from '@roundsman/alerting/catalogue'
import type { Database } from '../../../platform/db/database.ts'
import { quietUntil, type readerOf } from '../../accounts/accounts.public.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import {
  type AgedAlert,
  alertsAfter,
  findAlerts,
  type HistoryRow,
  ownAlerts,
} from '../record/history.store.ts'
import { conditionKey, isHigherStep, partsOf } from '../record/occurrence.policy.ts'
import { silencedFor } from '../silences/silence.store.ts'

type Quiet = NonNullable<NonNullable<Awaited<ReturnType<typeof readerOf>>>['quiet']>

const breaks: Readonly<Record<Quiet['breakThrough'], readonly AgedAlert['severity'][]>> = {
  CRITICAL: ['CRITICAL'],
  WARNING: ['WARNING', 'CRITICAL'],
  NONE: [],
}

/**
 * When the quiet hours end that a message about alerts waits for, Unix ms by the database's clock; null: it does not, since
 * none are now or one of its alerts breaks through (D163).
 */
export function quietEndOf(
  { windows, zone, breakThrough }: Quiet,
  alerts: readonly Pick<AgedAlert, 'severity' | 'evidence' | 'ageMs'>[],
): number | null {
  const [first] = alerts
  if (!first || alerts.some(({ severity }) => breaks[breakThrough].includes(severity))) return null
  return quietUntil(windows, zone, first.evidence.observed_at + first.ageMs)
}

/**
 * Of alerts that waited, those that are still to be told (D165): not what is over, with its end, nor what its reader has
 * acknowledged or muted meanwhile, nor what a later alert says better. What nobody knows is told. `silenced`: what planned work explains by now, which is told
 * when that is over (D226).
 */
export async function stillSo(
  db: Pick<Database, 'orm' | 'now'>,
  userId: number,
  alerts: readonly Pick<AgedAlert, 'id'>[],
): Promise<{ told: ReadonlySet<number>; silenced: readonly { id: number; settingId: number }[] }> {
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
  return {
    told: new Set(still.filter(({ id }) => !held.has(id)).map(({ id }) => id)),
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
