import { catalogue } from '@roundsman/alerting/catalogue'
import { inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import type { Urgency, UrgencyOf } from '../../notifications/notifications.public.ts'
import { alert, type AlertRow } from '../alerts.schema.ts'
import { stepIn } from '../escalation/escalation.store.ts'
import { isNearJail, nearJailSeconds } from '../texts/figures.ts'

/** What is graver than missed blocks, and is told anew whatever was told before. */
const graveSubjects: readonly string[] = ['jailed', 'tombstoned', 'halted']
const fromGravest: readonly Urgency[] = ['GRAVE', 'NEAR_JAIL', 'CRITICAL', 'WARNING', 'INFO']

/** As what a message about these alerts counts against the budgets of SMS and calls (D270, D271). */
export const urgencyOfAlerts: UrgencyOf = (tx, references) => urgencyOf(tx, references.map(Number))

/** A reminder says nothing new: what is kept for the gravest is not for it. */
export const urgencyOfReminders: UrgencyOf = async (tx, references) => {
  const urgency = await urgencyOf(
    tx,
    references.map((one) => stepIn(one).alertId),
  )
  return urgency === 'GRAVE' || urgency === 'NEAR_JAIL' ? 'CRITICAL' : urgency
}

async function urgencyOf(tx: Tx, ids: readonly number[]): Promise<Urgency | null> {
  const known = ids.filter((id) => Number.isSafeInteger(id))
  if (known.length === 0) return null
  const { settingId, severity, evidence } = alert
  const rows = await tx.select({ settingId, severity, evidence }).from(alert).where(inArray(alert.id, known))
  const all = rows.map(urgencyOfOne)
  return fromGravest.find((one) => all.includes(one)) ?? null
}

/** Of blocks that leads to jail: by less than an hour, whichever step of the outage this is (E235). */
export function urgencyOfOne({
  settingId,
  severity,
  evidence,
}: Pick<AlertRow, 'settingId' | 'severity' | 'evidence'>): Urgency {
  const meaning = catalogue.meaning(settingId)
  // An end is good news, however bad what it ends.
  if (catalogue.isEnd(settingId) || meaning === null) return 'INFO'
  const { subject, threshold } = meaning.condition
  if (severity === 'CRITICAL' && graveSubjects.includes(subject)) return 'GRAVE'
  const isOfJail = subject === 'jail_near'
  const isWithinHour = isOfJail && (threshold ?? Infinity) <= nearJailSeconds
  // The step of six hours is told with what is left, too.
  const misses = { subject: isOfJail ? ('missed_in_a_row' as const) : subject, trigger: meaning.trigger }
  return isWithinHour || isNearJail({ ...misses, evidence }) ? 'NEAR_JAIL' : severity
}
