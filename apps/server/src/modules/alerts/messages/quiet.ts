import { catalogue } from '@roundsman/alerting/catalogue'
import type { Database } from '../../../platform/db/database.ts'
import { quietUntil, type readerOf } from '../../accounts/accounts.public.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import { type AgedAlert, ownAlerts } from '../record/history.store.ts'
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
 * acknowledged or muted meanwhile. What nobody knows is told. `silenced`: what planned work explains by now, which is told
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
  const still = rows.filter((row) => {
    if (row.acknowledgedAt !== null || row.mutedUntil !== null) return false
    if (isBeginning(row.settingId)) return statuses.get(row.id) !== 'ENDED'
    return !begun.has(occasionOf(row))
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

function isBeginning(settingId: number): boolean {
  return catalogue.meaning(settingId)?.trigger === 'FALSE_TO_TRUE'
}

/** The same for a beginning and its end: an end has the number of its beginning. */
function occasionOf({ occurrence, settingId }: { occurrence: string; settingId: number }): string {
  const [epoch, target, , counter = ''] = occurrence.split('/')
  return [epoch, target, Math.floor(settingId / 10), counter.split('@')[0]].join('/')
}
