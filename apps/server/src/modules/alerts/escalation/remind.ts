import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { Database } from '../../../platform/db/database.ts'
import { readerOf } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { type Composer, contractName } from '../../notifications/notifications.public.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import { messageAbout, threadOf, writtenAlerts } from '../messages/compose.ts'
import { quietEndOf } from '../messages/quiet.ts'
import { staleVerdictOf } from '../messages/stale.ts'
import { findAlerts, mailedBeginning } from '../record/history.store.ts'
import { writingFor } from '../texts/writing.ts'
import { openSteps, stepAfter, stepIn } from './escalation.store.ts'

/**
 * The text of a reminder when it is sent: of what is still to be reminded of, since it may have been acknowledged, muted or
 * over between the step and this moment (D183).
 */
export function createReminderComposer(
  db: Pick<Database, 'orm' | 'now'>,
  networks: Pick<Networks, 'byId'>,
): Composer {
  const { orm } = db
  return async ({ references, channel, userId }) => {
    const reader = userId === null ? null : await readerOf(orm, userId)
    if (userId === null || reader === null) return null
    const open = await openSteps(orm, db.now(), { userId, references })
    const found = await findAlerts(
      orm,
      db.now(),
      open.map(({ alertId }) => alertId),
    )
    const statuses = await alertStatusesOf(orm, found)
    const left = found.filter(({ id }) => statuses.get(id) !== 'ENDED')
    const network = left[0] && networks.byId(left[0].networkId)
    if (!network) return null
    // It could not be sent until now: the next step comes after the quiet hours (D187).
    if (reader.quiet !== null && quietEndOf(reader.quiet, left) !== null) return null
    if (channel !== 'email' && (await staleVerdictOf(db, left)) === 'NOT_YET') return 'NOT_YET'
    const [first, ...others] = writtenAlerts(left, network, reader)
    if (first === undefined) return null
    const own = open.filter(({ alertId }) => [first, ...others].some(({ id }) => id === alertId))
    const writing = writingFor(reader)
    const { span } = writing[channel === 'voice' ? 'spoken' : 'written']
    const minutes = Math.max(1, Math.round(Math.min(...own.map(({ sinceMs }) => sinceMs)) / 60_000))
    const isElsewhere = own.every(({ steps, reference }) => !isOfStep(steps, reference, channel))
    const lead = [
      writing.phrases.unacknowledged(span(minutes * 60)),
      ...(isElsewhere && channel !== 'sms' ? [writing.phrases.toEveryContact] : []),
    ]
    const message = messageAbout(channel, [first, ...others], { network, reader, userId }, lead)
    if (channel !== 'email' || others.length > 0) return message
    const { networkId, occurrence, facts } = first
    const [name = ''] = occurrence.split('@')
    const of = { userId, networkId, settingId: facts.settingId, occurrence: name }
    const isAnswer = (await mailedBeginning(orm, of)) !== null
    // In a chat it is a message of its own, since one that is changed wakes nobody; a mail stands in its thread (E175).
    return { ...message, subject: `${isAnswer ? 'Re: ' : ''}${message.subject}`, thread: threadOf(first) }
  }
}

/** True of a channel that the step named; else it goes there since none of those reaches anybody (D188). */
function isOfStep(steps: Parameters<typeof stepAfter>[0], reference: string, channel: string): boolean {
  const name: NotificationChannel | null = contractName(channel)
  const step = stepAfter(steps, stepIn(reference).step - 1)
  return name !== null && step?.channels.includes(name) === true
}
