import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { Escalation, EscalationStep } from '@roundsman/contract/alerts/escalation'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { etagOf, matches } from '../../../platform/http/send-json.ts'
import { findPolicy, savePolicy } from './escalation.store.ts'

/** Another's phone rings only where they are of one team. */
const notYourself = {
  en: 'You can only remind yourself.',
  ru: 'Напоминать можно только себе.',
  uk: 'Нагадувати можна лише собі.',
}

/** The reminders that the caller chose for what they do not acknowledge (D194). */
export function addEscalationRoutes(server: HttpServer, db: Pick<Database, 'orm' | 'transaction'>): void {
  server.add('escalation', async (_input, { caller: { userId } }) => {
    const escalation = await findPolicy(db.orm, userId)
    return { status: 200, body: { escalation }, headers: { etag: tagOf(escalation) } }
  })

  server.add('updateEscalation', async ({ body }, { caller: { userId }, request }) => {
    const wanted = body.escalation
    refuseOthers(wanted, userId)
    const ifMatch = request.headers['if-match']
    const escalation = await db.transaction(async (tx) => {
      await takeLock(tx, 'escalations', userId)
      if (ifMatch !== undefined && !matches(ifMatch, tagOf(await findPolicy(tx, userId))))
        throw new ProblemError('changed_elsewhere')
      await savePolicy(tx, userId, wanted && { ...wanted, steps: wanted.steps.map(inOrder) })
      return findPolicy(tx, userId)
    })
    return { status: 200, body: { escalation }, headers: { etag: tagOf(escalation) } }
  })
}

/** Always in one order, whatever that of the request or of the database is. */
function tagOf(escalation: Escalation | null): string {
  const steps = escalation?.steps.map(({ after_minutes, who, channels }) => [after_minutes, who, channels])
  return etagOf(JSON.stringify([escalation?.from_severity, escalation?.repeat, steps]))
}

/** Each channel once, in the order of the contract. */
function inOrder(step: EscalationStep): EscalationStep {
  return { ...step, channels: notificationChannels.filter((channel) => step.channels.includes(channel)) }
}

function refuseOthers(escalation: Escalation | null, userId: number): void {
  const errors = Object.fromEntries(
    (escalation?.steps ?? []).flatMap(({ who }, index) =>
      who === 'EVERYONE' || who.user_id === userId ? [] : [[`escalation.steps.${index}.who`, [notYourself]]],
    ),
  )
  if (Object.keys(errors).length > 0) throw new ProblemError('validation_failed', { errors })
}
