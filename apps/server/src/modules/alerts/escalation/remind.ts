import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { Database } from '../../../platform/db/database.ts'
import { readerOf } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { type Composer, contractName } from '../../notifications/notifications.public.ts'
import { alertStatusesOf, turningBackOf } from '../history/alert-status.ts'
import { messageAbout, threadOf, writtenAlerts } from '../messages/compose.ts'
import { withTeams } from '../messages/with-teams.ts'
import { quietEndOf } from '../telling/ends/quiet.ts'
import type { FiguresNow } from '../messages/figures-now.ts'
import { calledSince, isCalledJustNow, isToldByNext } from '../telling/called-with.ts'
import { isVotedOut } from '../telling/calls-about-votes.policy.ts'
import { recurrenceOf, howOftenTold } from '../telling/recurring.ts'
import { endedByJail, signingAgain, staleVerdictOf } from '../telling/stale.ts'
import { type AgedAlert, findAlerts } from '../record/history.store.ts'
import { targetsIn } from '../record/incidents/occurrence.policy.ts'
import { hasLedToJail } from '../record/incidents/outage.policy.ts'
import { toldDelegator } from '../record/watched-as.store.ts'
import { subjectNow } from '../texts/alert-message.ts'
import { writingFor } from '../texts/writing.ts'
import { stepAfter, stepIn } from './escalation.store.ts'
import { type OpenStep, openSteps } from './read-escalations.store.ts'

/** As young as an alert is at its first look: nobody had a minute to acknowledge it. */
const atOnceMs = 30_000

/**
 * The text of a reminder when it is sent: of what is still to be reminded of, since it may have been acknowledged, muted or
 * over between the step and this moment (D183).
 */
export function createReminderComposer(
  db: Pick<Database, 'orm' | 'now'>,
  networks: Pick<Networks, 'byId'>,
  figures: Pick<FiguresNow, 'of'>,
): Composer {
  const { orm } = db
  return async ({ references, channel, recipient, userId, createdAt, isRepeated, isFurther }) => {
    const reader = userId === null ? null : await readerOf(orm, userId)
    if (userId === null || reader === null) return null
    const open = await openSteps(orm, db.now(), { userId, references })
    const all = await findAlerts(
      orm,
      db.now(),
      references.map((one) => stepIn(one).alertId),
    )
    const found = all.filter(({ id }) => open.some(({ alertId }) => alertId === id))
    const statuses = await alertStatusesOf(orm, found)
    const byJail = await endedByJail(orm, found, statuses)
    const isOver = (one: AgedAlert) =>
      statuses.get(one.id) === 'ENDED' || byJail.has(one.id) || isVotedOut(one)
    const contact = { userId, channel, recipient }
    const going = found.filter((one) => !isOver(one) && !hasLedToJail(one))
    const called = await calledSince(orm, contact, going, createdAt)
    const left = going.filter(({ id }) => !called.told.has(id))
    if (left.length === 0 && going.length > 0)
      return { message: null, leftOut: [], toldAlready: references, heldBack: null }
    if (left.length > 0 && left.every(({ id }) => called.beingTold.has(id))) return 'NOT_YET'
    const network = left[0] && networks.byId(left[0].networkId)
    if (!network) return null
    if ((await turningBackOf(orm, left)).size === left.length) return 'NOT_YET'
    // UNKNOWN rings nobody anew (D337).
    if (isFurther === true && left.every(({ id }) => statuses.get(id) === 'UNKNOWN')) return 'NOT_YET'
    if (await isCalledJustNow(db, contact, left)) return 'NOT_YET'
    const quietUntil = reader.quiet === null ? null : quietEndOf(reader.quiet, left)
    if (quietUntil !== null) {
      // Others of a team are asked meanwhile (D203). Alone, the next step comes after the quiet hours (D187).
      const isOfTeam = open.some(({ teamId }) => teamId !== null)
      return isOfTeam ? { waitUntil: quietUntil, beside: String(network.blockchain_id) } : null
    }
    // Of what comes and goes a phone rings as seldom for a reminder (E252).
    const again = channel === 'voice' && !isRepeated ? await recurrenceOf(db, contact, left) : null
    if (again !== null && again.wait !== null) return again.wait
    if (channel !== 'email' && (await staleVerdictOf(db, left)) === 'NOT_YET') return 'NOT_YET'
    const row = { reference: references[0], createdAt }
    if (!isRepeated && (await isToldByNext(db, contact, left, row))) return 'NOT_YET'
    const [signing, later] = [await signingAgain(orm, left), await figures.of(left)]
    const delegated = await toldDelegator(
      orm,
      userId,
      left.map(({ id }) => id),
    )
    const recurred = await howOftenTold(db, contact, left, later)
    const beside = { signing, later, delegated, recurred }
    const named = await withTeams(orm, { reader, userId }, writtenAlerts(left, network, reader, beside))
    const [first, ...others] = named.alerts
    if (first === undefined) return null
    const own = open.filter(({ alertId }) => [first, ...others].some(({ id }) => id === alertId))
    const lead = leadOf(own, channel, writingFor(reader))
    // As the call says when it is taken, which tells of all that it is about.
    const how = { lead, isOfSeveral: targetsIn(all) > 1 }
    const message = messageAbout(channel, [first, ...others], { network, reader: named.reader, userId }, how)
    const { reminder } = writingFor(reader).phrases
    // Whoever looks through their mails sees that it is not the first one (D255).
    const subject =
      channel === 'email' && others.length === 0 ? subjectNow(first.facts, named.reader) : message.subject
    const reminding = { ...message, subject: subject.replace(/^(\[[^\]]*\] )/, `$1${reminder}: `) }
    // In a chat it is a message of its own, since one that is changed wakes nobody; a mail stands in its thread (E175).
    return channel === 'email' && others.length === 0
      ? { ...reminding, thread: threadOf(first, channel) }
      : reminding
  }
}

/** What a reminder says before its alerts: why it comes, and why to this reader or contact. */
function leadOf(own: readonly OpenStep[], channel: string, writing: ReturnType<typeof writingFor>): string[] {
  const { phrases } = writing
  const { span } = writing[channel === 'voice' ? 'spoken' : 'written']
  const spanOf = (ms: number) => span(Math.max(1, Math.round(ms / 60_000)) * 60)
  // Of several the longest: what joins what was reminded of before does not set it back (D333).
  const sinceMs = Math.max(...own.map((one) => one.sinceMs))
  const unended = own.map(({ unendedMs }) => unendedMs)
  const again = unended.every((one) => one !== null) ? Math.min(...unended.map((one) => one ?? 0)) : null
  const steps = own.map((one) => ({ ...one, number: stepIn(one.reference).step }))
  const missed = steps.filter(({ toEveryone, number }) => toEveryone.includes(number))
  const isForOnCall = missed.some((one) => stepAfter(one, one.number - 1)?.who === 'ON_CALL')
  const isElsewhere = steps.every((one) => !isOfStep(one, one.number, channel))
  return [
    // A step at once comes with the alert, which nobody could acknowledge before.
    ...(again !== null
      ? [phrases.acknowledgedAgo(spanOf(again))]
      : sinceMs < atOnceMs
        ? []
        : [phrases.unacknowledged(spanOf(sinceMs))]),
    ...(missed.length === 0 ? [] : [isForOnCall ? phrases.nobodyOnCall : phrases.memberUnavailable]),
    ...(isElsewhere && channel !== 'sms' ? [phrases.toEveryContact] : []),
  ]
}

/** True of a channel that the step named; else it goes there since none of those reaches its reader (D188). */
function isOfStep(of: Parameters<typeof stepAfter>[0], number: number, channel: string): boolean {
  const name: NotificationChannel | null = contractName(channel)
  return name !== null && stepAfter(of, number - 1)?.channels.includes(name) === true
}
