import { catalogue } from '@roundsman/alerting/catalogue'
import type { Database } from '../../../platform/db/database.ts'
import { readerOf } from '../../accounts/accounts.public.ts'
import type { CatalogueNetwork, Networks } from '../../networks/networks.public.ts'
import type { AlertNotice, Composer, Message, Remaining } from '../../notifications/notifications.public.ts'
import {
  type AgedAlert,
  alertsAfter,
  answeredBy,
  areAcknowledged,
  findAlerts,
} from '../record/history.store.ts'
import { dedupKeyOf, programs } from '../record/programs.ts'
import { toldDelegator } from '../record/watched-as.store.ts'
import { partsOf, targetsIn } from '../record/incidents/occurrence.policy.ts'
import { isTooLateToVote, isVotedOut } from '../telling/calls-about-votes.policy.ts'
import { calledWith, isCalledJustNow } from '../telling/called-with.ts'
import { toldOffPhones } from '../telling/ends/bridge-ends.ts'
import { overMeanwhile } from '../telling/ends/meanwhile.ts'
import { endsWhatWoke, quietEndOf, stillSo } from '../telling/ends/quiet.ts'
import { withLargestShare } from '../telling/ends-of-shares.ts'
import { howOftenTold, isGathering, recurrenceOf } from '../telling/recurring.ts'
import { plannedWorkOf, toldAfterSilences } from '../silences/silence.store.ts'
import { replacementOf } from './replacement.ts'
import { mutedOf, unsaidOf } from './unsaid.ts'
import { withTeams } from './with-teams.ts'
import {
  areOnTheirWayBack,
  signingAgain,
  staleVerdictOf,
  worthCalling,
  worthCallingAgain,
} from '../telling/stale.ts'
import { toldAlready } from '../telling/told-already.ts'
import { awaitsJailing, toldWith } from '../telling/told-with.ts'
import { unseenTogether } from '../telling/unseen-together.ts'
import { alertMessage, type How } from '../texts/alert-message.ts'
import { bundleMessage, leadingOfOne, standingOf } from '../texts/bundles/bundle-message.ts'
import { alertSentences } from '../texts/alert-text.ts'
import { meanwhileOf } from '../texts/meanwhile.ts'
import { type AlertFacts, type LaterFigures, phrases, type Reader, type Recurred } from '../texts/writing.ts'
import { asCounted, factsOf, type NamedNetwork } from './alert-facts.ts'
import type { FiguresNow } from './figures-now.ts'

/** The text of an alert, or of those of a storm, when it is sent: in the language and time zone that its reader has then. */
export function createComposer(
  db: Pick<Database, 'orm' | 'now' | 'notify'>,
  networks: Pick<Networks, 'byId'>,
  figures: Pick<FiguresNow, 'of'>,
): Composer {
  const { orm } = db
  return async ({ references, channel, recipient, userId, waitedBeside, isRepeated, ...happening }) => {
    // What was gathered is told with how often it came, and not as what waited for the end of quiet hours.
    const hasWaited = happening.hasWaited && !isGathering(waitedBeside)
    const reader = userId === null ? null : await readerOf(orm, userId)
    const wanted = await findAlerts(orm, db.now(), references.map(Number))
    const network = wanted[0] && networks.byId(wanted[0].networkId)
    if (userId === null || !reader || !network) return null
    const contact = { userId, channel, recipient }
    const until = reader.quiet === null ? null : quietEndOf(reader.quiet, wanted)
    if (reader.quiet !== null && until !== null) {
      const isAwake = await endsWhatWoke(orm, contact, wanted, { ...reader.quiet, until })
      if (!isAwake) return { waitUntil: until, beside: String(network.blockchain_id) }
    }
    const still = hasWaited ? await stillSo(db, userId, wanted) : null
    const votedOut = programs.includes(channel) ? [] : wanted.filter(isVotedOut)
    const due = wanted.filter((one) => (still === null || still.told.has(one.id)) && !votedOut.includes(one))
    if (due.length === 0 && still === null) return null
    const together = await unseenTogether(orm, contact, due)
    if (together === 'NOT_YET') return together
    const said = await toldAlready(orm, contact, due, references[0])
    const already = new Set([
      ...[...said.told, ...together.toldElsewhere],
      ...(await toldOffPhones(orm, contact, due)),
    ])
    const untold = due.filter(({ id }) => !already.has(id))
    if (untold.length > 0 && untold.every(({ id }) => said.beingTold.has(id))) return 'NOT_YET'
    const again = await recurrenceOf(db, contact, untold, {
      gatheredSince: isGathering(waitedBeside) ? happening.createdAt : null,
      told: already,
    })
    const { muted, superseded } = again
    // What somebody has answered while it was held is worth nothing of the little that is left (D346).
    const answered = happening.isHeld === true ? await answeredBy(orm, userId, untold) : []
    const seen = new Set([...again.seen, ...answered])
    const own = untold.filter(({ id }) => !muted.has(id) && !seen.has(id) && !superseded.has(id))
    for (const id of superseded) already.add(id)
    // What waited for the end of quiet hours is told then, and a call that nobody took is made again.
    const isToWait = !hasWaited && !(channel === 'voice' && isRepeated)
    // Nobody is called about what they have seen; a call that nobody took comes again minutes later.
    if (channel === 'voice' && (await areAcknowledged(orm, userId, references.map(Number)))) return null
    if (again.wait !== null && isToWait) return again.wait
    const row = { reference: references[0], createdAt: happening.createdAt }
    if (await awaitsJailing(db, contact, own, row)) return 'NOT_YET'
    if (await isCalledJustNow(db, contact, own)) return 'NOT_YET'
    const withSlash = [...own, ...(await toldWith(db, contact, own, row))]
    const called = await calledWith(db, contact, own, row)
    const told = [...withSlash, ...called.filter(({ id }) => !withSlash.some((one) => one.id === id))]
    const of = { userId, networkId: network.blockchain_id }
    // A mail and a chat have room to say why it comes now, and what was over before; a phone rings at once.
    const isLate = hasWaited && channel !== 'sms' && channel !== 'voice'
    const isNamed = isLate && !programs.includes(channel) && told.length > 0
    const over = isNamed && still !== null ? still.over : new Set<number>()
    const meanwhile = await overMeanwhile(orm, contact, wanted, { over, told })
    const unsaid: Omit<Remaining, 'message'> = {
      ...(still === null
        ? mutedOf(muted)
        : unsaidOf(db, of, references, {
            ...still,
            told: new Set([...due.map(({ id }) => id), ...meanwhile.ids]),
          })),
      outdated: still === null ? votedOut.map(({ id }) => String(id)) : [],
      toldAlready: [...already].map(String),
      acknowledged: [...seen].map(String),
    }
    const isWhole =
      unsaid.leftOut.length + votedOut.length + already.size + seen.size === 0 && unsaid.heldBack === null
    if (told.length === 0 && !isWhole) return { message: null, ...unsaid }
    const callable = channel === 'voice' ? await worthCalling(orm, told) : told
    // Nobody is called about what is over: what is left until jail would run out in words, while it signs (E200).
    const isOver = told.length > 0 && callable.every(({ endedAt }) => endedAt !== null)
    if (channel === 'voice' && isOver) return 'OVER'
    const worth =
      channel === 'voice' && isRepeated
        ? await worthCallingAgain(orm, callable, happening.isFurther)
        : callable
    if (worth === 'NOT_YET') return worth
    if (channel === 'voice' && !isRepeated && (await areOnTheirWayBack(orm, callable))) return 'NOT_YET'
    const found = channel === 'voice' ? worth.filter((one) => !isTooLateToVote(one)) : worth
    if (found.length === 0) return null
    // Nor about the rest of it.
    if (channel === 'voice' && found.every(({ endedAt }) => endedAt !== null)) return 'OVER'
    const stale = channel === 'email' ? null : await staleVerdictOf(db, found)
    // What has waited is known to be still so, and its reader is to be told now.
    if (stale === 'NOT_YET' || (stale === 'STALE' && !hasWaited)) return stale
    const silenced = await toldAfterSilences(orm, userId, references.map(Number))
    const signing = await signingAgain(orm, found)
    const later = await figures.of(found)
    const asLaterRow = [...called, ...found.filter(({ id }) => isLaterRow(later.get(id)))]
    const shown = programs.includes(channel) ? found : await withLargestShare(db, userId, found)
    const alerts = await inForce(
      orm,
      channel,
      userId,
      writtenAlerts(shown, network, reader, {
        silenced,
        planned: await plannedWorkOf(db, userId, found),
        others: together.others,
        signing,
        later,
        recurred: new Map([...again.recurred, ...(await howOftenTold(db, contact, asLaterRow, later))]),
        delegated: await toldDelegator(
          orm,
          userId,
          found.map(({ id }) => id),
        ),
      }),
    )
    const named = await withTeams(orm, { reader, userId }, alerts)
    const [first, ...others] = named.alerts
    if (first === undefined) return null
    const ended = writtenAlerts(meanwhile.ends, network, reader).map(({ facts }) => facts)
    // Nobody waits any more for the call or the SMS of what a message says is over (D328).
    const isEnd = found.every(({ settingId }) => catalogue.isEnd(settingId))
    const lead = [
      ...(isLate
        ? [
            [
              phrases[reader.language].afterQuiet,
              ...(ended.length === 0 ? [] : [meanwhileOf(ended, reader)]),
            ].join(' '),
          ]
        : []),
      ...(channel === 'email' ? await replacementOf(orm, contact, isEnd ? found : wanted, reader) : []),
    ]
    const how = { lead, isOfSeveral: targetsIn([...wanted, ...called]) > 1 }
    const written = { network, reader: named.reader, userId }
    const message = messageAbout(channel, [first, ...others], written, how)
    const whole = { ...message, thread: threadOfMessage(channel, [first, ...others]) }
    return isWhole ? whole : { message: whole, ...unsaid }
  }
}

/** It is told as a row of missed blocks that began after its own. */
const isLaterRow = (later: LaterFigures | undefined) =>
  typeof later === 'object' && later.evidence.began_at !== undefined

/** An alert as its texts are made. */
export interface WrittenAlert {
  id: number
  occurrence: string
  networkId: number
  /** The first alert of its incident (E315). */
  incident: number
  /** Of its validator; null: it is about none. */
  operator: string | null
  facts: AlertFacts
}

/**
 * Without those whose setting the catalogue does not know any more.
 *
 * @param beside those told after a silence, and those through planned work, with its end; of how many other networks each tells; those whose validator signs again;
 *   what is known by now of those told later than they happened; and those whose reader delegates to whom they are about
 */
export function writtenAlerts(
  found: readonly AgedAlert[],
  network: NamedNetwork,
  reader: Reader,
  beside: {
    silenced?: ReadonlyMap<number, Date>
    planned?: ReadonlyMap<number, Date>
    others?: ReadonlyMap<number, number>
    signing?: ReadonlyMap<number, number | null>
    later?: ReadonlyMap<number, LaterFigures>
    recurred?: ReadonlyMap<number, Recurred>
    delegated?: ReadonlySet<number>
  } = {},
): WrittenAlert[] {
  return found.flatMap(({ ageMs, ...one }) => {
    const { id, occurrence, networkId } = one
    const { observed_at: observedAt } = one.evidence
    const overAt = one.endedAt?.getTime() ?? Number.POSITIVE_INFINITY
    const readAt = new Date(Math.max(observedAt, Math.min(observedAt + ageMs, overAt)))
    const silencedUntil = beside.silenced?.get(id) ?? null
    const plannedUntil = beside.planned?.get(id) ?? null
    const otherNetworks = beside.others?.get(id) ?? 0
    const isSigning = beside.signing?.has(id) ?? false
    // Its row is over while it signs: what there was of it is what there is to say, but how large a share is missed (E415).
    const isOfRow = isSigning && catalogue.meaning(one.settingId)?.condition.subject !== 'window_missed'
    const later = isOfRow ? 'SAME' : (beside.later?.get(id) ?? 'SAME')
    const recurred = beside.recurred?.get(id) ?? null
    const watchedAs = beside.delegated?.has(id) === true ? ('DELEGATOR' as const) : ('OPERATOR' as const)
    const how = { watchedAs, readAt, silencedUntil, plannedUntil, otherNetworks, isSigning, later, recurred }
    const counted = isOfRow ? asCounted(one, beside.signing?.get(id)) : one
    const facts = factsOf(counted, network, reader.language, how)
    if (facts === null) return []
    const incident = one.incidentId ?? id
    return [{ id, occurrence, networkId, incident, operator: one.validatorKeys[0] ?? null, facts }]
  })
}

/** The message about alerts of one network. */
export function messageAbout(
  channel: string,
  alerts: readonly [WrittenAlert, ...WrittenAlert[]],
  { network, reader, userId }: { network: CatalogueNetwork; reader: Reader; userId: number },
  how: How = {},
): Message & { notices: AlertNotice[] } {
  const [first, ...others] = alerts
  const message =
    others.length === 0
      ? alertMessage(channel, first.facts, reader, historyUrl(network, first.id), how)
      : bundleMessage(
          channel,
          alerts.map(({ facts }) => facts),
          reader,
          historyUrl(
            network,
            gravestOfOne(alerts)?.id,
            alerts.map(({ id }) => id),
          ),
          how,
        )
  const notices = alerts.toSorted((a, b) => a.id - b.id).map((one) => noticeOf(one, network, reader, userId))
  const isOver = standingOf(alerts).every(({ facts }) => catalogue.isEnd(facts.settingId))
  return { ...message, language: reader.language, notices, isOver }
}

/** Of alerts that are all about one target: what their message is about. */
function gravestOfOne(alerts: readonly WrittenAlert[]): WrittenAlert | undefined {
  const gravest = leadingOfOne(alerts.map(({ facts }) => facts))
  return alerts.find(({ facts }) => facts === gravest)
}

/** Channels where a later message takes the place of an earlier one about the same. */
const replacing = ['telegram', 'discord', 'ntfy', 'web_push', 'matrix']

/**
 * Without those after which the opposite happened, where telling them late would undo what is shown (D134). A message
 * about several replaces none.
 */
async function inForce(
  orm: Database['orm'],
  channel: string,
  userId: number | null,
  alerts: readonly WrittenAlert[],
): Promise<readonly WrittenAlert[]> {
  const isReplaced = channel === 'pagerduty' || (replacing.includes(channel) && alerts.length === 1)
  const [first] = alerts
  if (!isReplaced || first === undefined || userId === null) return alerts
  const id = Math.min(...alerts.map((one) => one.id))
  const later = await alertsAfter(orm, { userId, networkId: first.networkId, id })
  return alerts.filter(
    (one) =>
      !later.some((other) => {
        const [mine, others] = [one.facts.settingId, other.settingId].map((each) => catalogue.meaning(each))
        return (
          other.id > one.id &&
          mine?.condition.id === others?.condition.id &&
          mine?.trigger !== others?.trigger &&
          partsOf(other.occurrence).target === partsOf(one.occurrence).target
        )
      }),
  )
}

/** One alert for programs. */
function noticeOf(one: WrittenAlert, network: CatalogueNetwork, reader: Reader, userId: number): AlertNotice {
  const { id, occurrence, networkId, operator, facts } = one
  const { target } = partsOf(occurrence)
  const condition = catalogue.meaning(facts.settingId)?.condition
  const isChange = condition?.comparison === 'CHANGED'
  const type = isChange ? 'alert.changed' : catalogue.isEnd(facts.settingId) ? 'alert.ended' : 'alert.began'
  return {
    type,
    at: facts.at,
    incident: dedupKeyOf({ userId, networkId, target: target ?? '', condition: condition?.id ?? 0 }),
    data: {
      alert_id: id,
      network: { blockchain_id: networkId, name: network.name },
      target: { type: facts.targetType, name: facts.targetName, address: operator },
      setting_id: facts.settingId,
      severity: facts.severity,
      title: facts.title,
      message: alertSentences(facts, reader),
      evidence: { ...facts.raised },
      url: historyUrl(network, id),
    },
  }
}

/**
 * The thread of the one thing that a message tells; undefined: of several. A mail about one target stands in that of the
 * gravest of it (E232), so that a jailing told with its slash has its end below it; where an end takes the place of its
 * beginning, one that told more is left as it is.
 */
function threadOfMessage(
  channel: string,
  alerts: readonly [WrittenAlert, ...WrittenAlert[]],
): string | undefined {
  const [first, ...others] = alerts
  const one = others.length === 0 ? first : channel === 'email' ? gravestOfOne(alerts) : undefined
  return one && threadOf(one, channel)
}

/**
 * Beginning and end of one alert are one thread: their names differ in the setting, and in the block and step behind it. Mails
 * are one for all that is told of one proposal (V49), and of one incident of a bridge (D323); a chat would change the message, and ring
 * no more.
 */
export function threadOf(
  {
    networkId,
    occurrence,
    incident,
    facts,
  }: Pick<WrittenAlert, 'networkId' | 'occurrence' | 'incident' | 'facts'>,
  channel: string,
): string {
  const { epoch, target, times } = partsOf(occurrence)
  const { settingId, trigger, evidence } = facts
  if (channel === 'email' && evidence.proposal_id !== undefined)
    return [networkId, epoch, facts.target, 'proposal', evidence.proposal_id].join('/')
  if (channel === 'email' && facts.targetType === 'BRIDGE')
    return [networkId, epoch, target, 'incident', incident].join('/')
  // What is graver than what it ends is told anew: where it replaced that message, nobody would be woken (E189).
  const about =
    trigger === 'FALSE_TO_TRUE' || catalogue.isEnd(settingId)
      ? catalogue.meaning(settingId)?.condition.id
      : settingId
  return [networkId, epoch, target, about, times].join('/')
}

/** As many as the page takes from an address; of a storm it shows the first of them. */
const mostInAddress = 100

/** The page with the history of a user's alerts, one of them opened, or those of a message alone (P822). */
function historyUrl(
  { domain }: Pick<CatalogueNetwork, 'domain'>,
  alertId?: number,
  alertIds: readonly number[] = [],
): string {
  const url = new URL('/alerts-history', domain)
  if (alertId !== undefined) url.searchParams.set('alert', String(alertId))
  if (alertIds.length > 0) url.searchParams.set('alerts', alertIds.slice(0, mostInAddress).join('.'))
  return url.href
}
