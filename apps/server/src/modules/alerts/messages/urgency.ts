import { catalogue } from '@roundsman/alerting/catalogue'
import { inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import type { Urgency, UrgencyOf } from '../../notifications/notifications.public.ts'
import { alert, type AlertRow } from '../alerts.schema.ts'
import { stepIn } from '../escalation/escalation.store.ts'

/** What is graver than missed blocks, and is told anew whatever was told before. */
const graveSubjects: readonly string[] = ['jailed', 'tombstoned', 'halted']
const fromGravest: readonly Urgency[] = ['GRAVE', 'CRITICAL', 'WARNING', 'INFO']

/** As what a message about these alerts counts against the budgets of SMS and calls (D270, D271). */
export const urgencyOfAlerts: UrgencyOf = (tx, references) => urgencyOf(tx, references.map(Number))

/** A reminder says nothing new: what is kept for the gravest is not for it. */
export const urgencyOfReminders: UrgencyOf = async (tx, references) => {
  const urgency = await urgencyOf(
    tx,
    references.map((one) => stepIn(one).alertId),
  )
  return urgency === 'GRAVE' ? 'CRITICAL' : urgency
}

async function urgencyOf(tx: Tx, ids: readonly number[]): Promise<Urgency | null> {
  const known = ids.filter((id) => Number.isSafeInteger(id))
  if (known.length === 0) return null
  const { settingId, severity } = alert
  const rows = await tx.select({ settingId, severity }).from(alert).where(inArray(alert.id, known))
  const all = rows.map(urgencyOfOne)
  return fromGravest.find((one) => all.includes(one)) ?? null
}

function urgencyOfOne({ settingId, severity }: Pick<AlertRow, 'settingId' | 'severity'>): Urgency {
  // An end is good news, however bad what it ends.
  if (catalogue.isEnd(settingId)) return 'INFO'
  const subject = catalogue.meaning(settingId)?.condition.subject
  return severity === 'CRITICAL' && subject !== undefined && graveSubjects.includes(subject)
    ? 'GRAVE'
    : severity
}
