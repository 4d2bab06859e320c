import { catalogue } from '@roundsman/alerting/catalogue'
import type { Database } from '../../../platform/db/database.ts'
import type { IsPressing } from '../../notifications/notifications.public.ts'
import { reminderKind, stepIn } from '../escalation/escalation.store.ts'
import { type AgedAlert, findAlerts } from '../record/history.store.ts'
import { jailDueAt } from '../record/incidents/jail-due.policy.ts'
import { beginsMisses } from '../record/incidents/outage.policy.ts'
import { urgencyOfOne } from './urgency.ts'

/** With so little left until jail nobody is left in peace. */
const soonMs = 120_000

const alertIdsIn = (kind: string | null, references: readonly string[]) =>
  references.map((one) => (kind === reminderKind ? stepIn(one).alertId : Number(one)))

/**
 * Whether a call about these tells what cannot wait until whoever has just hung up has put the phone away (D350): what is graver than
 * missed blocks, or a jail in less than two minutes of a validator that they have not heard of. A reminder says nothing new, nor does
 * the jailing of a validator that was in jail while they heard of it.
 */
export const isPressingOf =
  (db: Pick<Database, 'now'>): IsPressing =>
  async (tx, references, told) => {
    const endOf = new Map(
      told.flatMap((one) =>
        alertIdsIn(one.kind, one.references).map((id) => [id, one.endedAt?.getTime() ?? 0] as const),
      ),
    )
    const heard = [...endOf.keys()]
    const known = await findAlerts(tx, db.now(), heard)
    // Of a validator that it names a call tells how it stands when it is taken. Of a jailing while it is heard, which its words have not,
    // the next one tells 20 s later: there is nothing to be lost any more.
    const wasToldOfJail = (one: AgedAlert) =>
      catalogue.meaning(one.settingId)?.condition.subject === 'jailed' &&
      known.some(
        (other) =>
          other.validatorId === one.validatorId &&
          beginsMisses(other.settingId) &&
          one.at.getTime() < (endOf.get(other.id) ?? 0),
      )
    const fresh = await findAlerts(
      tx,
      db.now(),
      references.map(Number).filter((id) => !heard.includes(id)),
    )
    return fresh.some((one) => {
      const nowMs = one.evidence.observed_at + one.ageMs
      const urgency = urgencyOfOne(one, nowMs)
      if (urgency === 'GRAVE') return one.endedAt === null && !wasToldOfJail(one)
      if (urgency !== 'NEAR_JAIL' && urgency !== 'YOUNG') return false
      const { seconds_to_jail: secondsToJail, consecutive_missed: inARow, observed_at: asOf } = one.evidence
      const dueAt = jailDueAt(asOf, { secondsToJail, inARow })
      const isNamed = known.some((other) => other.validatorId === one.validatorId)
      return dueAt !== null && dueAt - nowMs < soonMs && !isNamed
    })
  }
