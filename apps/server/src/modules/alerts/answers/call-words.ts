import { catalogue } from '@roundsman/alerting/catalogue'
import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { readerOf } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import type { AnswerOwner, Message } from '../../notifications/notifications.public.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import { type AgedAlert, findAlerts, ownAlerts } from '../record/history.store.ts'
import { targetsIn } from '../record/incidents/occurrence.policy.ts'
import { outagesOver } from '../record/incidents/outage-over.store.ts'
import { rowsBack } from '../record/incidents/rows-back.store.ts'
import { beginsMisses, hasLedToJail, isEndOf } from '../record/incidents/outage.policy.ts'
import { toldDelegator } from '../record/watched-as.store.ts'
import { headOf } from '../texts/alert-message.ts'
import { alertText } from '../texts/alert-text.ts'
import { standingOf } from '../texts/bundles/bundle-message.ts'
import { type AlertFacts, type LaterFigures, phrases, type Reader, writingFor } from '../texts/writing.ts'
import { messageAbout, type WrittenAlert, writtenAlerts } from '../messages/compose.ts'
import type { FiguresNow } from '../messages/figures-now.ts'
import { withTeams } from '../messages/with-teams.ts'
import { endedForm } from '../telling/ends/meanwhile.ts'
import { howOftenTold } from '../telling/recurring.ts'
import { endedByJail, signingAgain } from '../telling/stale.ts'
import { unseenTogether } from '../telling/unseen-together.ts'
import { asRowBack, asRowOver, isEndOfRow, isOfRow, isOfShare, missedNow } from './shares-over.ts'

/** Nobody listens to more. */
const spokenOver = 3

/**
 * What a call says that is taken now, up to a minute after it was dialed: what is still so of what it is about, with what is left as
 * of now; that a validator was jailed meanwhile; or that all of it is over (D290).
 */
export function createCallWords(
  db: Pick<Database, 'orm' | 'now'>,
  networks: Pick<Networks, 'byId'>,
  figures: Pick<FiguresNow, 'of' | 'validator'>,
): NonNullable<AnswerOwner['words']> {
  const { orm } = db
  return async ({ references, userId, channel, recipient }) => {
    const reader = userId === null ? null : await readerOf(orm, userId)
    const found = await findAlerts(orm, db.now(), references.map(Number))
    const network = found[0] && networks.byId(found[0].networkId)
    if (userId === null || !reader || !network) return null
    const statuses = await alertStatusesOf(orm, found)
    const byJail = await endedByJail(orm, found, statuses)
    const outages = await outagesOver(
      orm,
      found.map(({ id }) => id),
    )
    const signing = await signingAgain(orm, found)
    // Whether that is decided or not, nobody has to get up for a row of missed blocks that are signed again (E426).
    const isBack = (one: AgedAlert) => one.endedAt === null && signing.has(one.id) && isOfRow(one)
    const ended = found.filter(
      (one) =>
        byJail.has(one.id) ||
        ((statuses.get(one.id) === 'ENDED' || outages.has(one.id) || isBack(one)) && !hasLedToJail(one)),
    )
    const again = await missingAgain(figures, ended)
    const going = found.filter((one) => !ended.includes(one))
    const later = await figures.of(
      found.filter((one) => going.includes(one) || again.has(one.id)),
      again,
    )
    // Told as it is now, and beside others only where that is an outage that none of them tells (E379).
    const isTold = (one: AgedAlert) =>
      going.length === 0 || (isOutage(later.get(one.id)) && !isToldBy(going, one))
    const back = await rowsBack(
      orm,
      ended.filter(isBack).map(({ id }) => id),
    )
    const asOver = (one: AgedAlert) =>
      outages.has(one.id) ? asRowOver(one, outages.get(one.id) ?? null) : asRowBack(one, back.get(one.id))
    const left = found.filter((one) => going.includes(one) || (again.has(one.id) && isTold(one)))
    for (const id of again) signing.delete(id)
    const said = left.length === 0 ? found : left
    const ids = said.map(({ id }) => id)
    const delegated = await toldDelegator(orm, userId, ids)
    const together = await unseenTogether(orm, { userId, channel, recipient }, said)
    const others = together === 'NOT_YET' ? new Map<number, number>() : together.others
    const asSaid = left.length === 0 ? (await votesAsEnded(db, said)).map(asOver) : said
    const all = writtenAlerts(asSaid, network, reader, {
      signing,
      later,
      delegated,
      others,
      recurred: await howOftenTold(db, { userId, channel, recipient }, left, later),
    })
    const asNow = all.map((one) =>
      byJail.has(one.id) || hasLedToJail(one.facts) ? asJailing(one, reader) : one,
    )
    const named = await withTeams(orm, { reader, userId }, asNow)
    const [first, ...more] = named.alerts
    if (first === undefined) return null
    if (left.length === 0) {
      const over = overWords([first, ...more], reader)
      const isOne = over.single !== null
      const how = { network, reader }
      const lasted = isOne
        ? await lastedOf(db, said.map(asOver), how)
        : await lastedOfEach(db, said.map(asOver), how)
      const shares = said.filter((one) => outages.has(one.id) || (isBack(one) && isOfShare(one)))
      const call = {
        opening: [],
        rest: [
          over.single ?? over.whole,
          ...lasted,
          ...(isOne ? await missedNow(figures, shares, reader) : []),
        ],
      }
      return { subject: '', severity: 'INFO', paragraphs: [over.whole], call, isOver: true }
    }
    const written = { network, reader: named.reader, userId }
    // What is over by now is not counted, and who is left is named (E349, E369).
    const message = messageAbout('voice', [first, ...more], written, { isOfSeveral: targetsIn(found) > 1 })
    const answered = await answeredByOthers(db, { userId, ids }, reader)
    return answered === null ? message : withAnswered(message, answered, reader)
  }
}

/** Who else has acknowledged all of it that somebody is asked to, and when (A145); null: nobody has, or not all. */
async function answeredByOthers(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  { userId, ids }: { userId: number; ids: readonly number[] },
  reader: Reader,
): Promise<string | null> {
  const rows = (await ownAlerts(orm, now(), { userId, ids })).filter(({ severity }) => severity !== 'INFO')
  const others = rows.filter(({ acknowledgedBy: by }) => by?.user_id !== userId)
  const times = rows.flatMap(({ acknowledgedAt: at }) => (at === null ? [] : [at.getTime()]))
  if (others.length === 0 || times.length < rows.length) return null
  const names = [...new Set(others.flatMap(({ acknowledgedBy: by }) => by?.name ?? []))]
  const { phrases: own, spoken } = writingFor(reader)
  const at = spoken.clock(new Date(Math.max(...times)))
  return own.callAnswered(names.length === 0 ? null : names.join(', '), at)
}

/** That is what it says first; what is left for a key to do is to mute. */
function withAnswered<T extends Message>(message: T, answered: string, { language }: Reader): T {
  const { call, paragraphs, choice } = message
  const own = phrases[language]
  return {
    ...message,
    choice: choice === own.choiceOfMisses ? own.choiceToMute.misses : own.choiceToMute.any,
    paragraphs: [answered, ...paragraphs],
    ...(call && { call: { ...call, rest: [answered, ...call.rest] } }),
  }
}

/** Of missed blocks that are over, those whose validator misses blocks again: nobody is to hear that it is over. */
async function missingAgain(
  figures: Pick<FiguresNow, 'validator'>,
  ended: readonly AgedAlert[],
): Promise<ReadonlySet<number>> {
  const again = new Set<number>()
  for (const { id, networkId, validatorId, settingId } of ended) {
    if (validatorId === null || !beginsMisses(settingId)) continue
    const now = await figures.validator(networkId, validatorId)
    if ((now?.row.consecutive_missed ?? 0) > 0) again.add(id)
  }
  return again
}

function isOutage(later: LaterFigures | undefined): boolean {
  return typeof later === 'object' && (later.evidence.consecutive_missed ?? 0) >= missingBlocks
}

/** Whether another one says of that validator's missed blocks what there is to say now. */
function isToldBy(others: readonly AgedAlert[], { networkId, validatorId }: AgedAlert): boolean {
  return others.some(
    (one) => beginsMisses(one.settingId) && one.networkId === networkId && one.validatorId === validatorId,
  )
}

/** Of missed blocks that have led to jail, the jailing: that is what its listener is to do something about, or what is over. */
function asJailing(one: WrittenAlert, { language }: Reader): WrittenAlert {
  const jailed = catalogue.conditions.find(({ subject }) => subject === 'jailed')
  const settingId = jailed ? catalogue.settingId(jailed, 'FALSE_TO_TRUE') : null
  const setting = settingId === null ? null : catalogue.setting(settingId, language)
  if (setting === null) return one
  const { id, name: title, severity } = setting
  // Since when it missed blocks, and how often, is not the jailing's.
  const { began_at: _began, began_earlier: _earlier, flaps: _flaps, ...evidence } = one.facts.evidence
  return {
    ...one,
    facts: {
      ...one.facts,
      subject: 'jailed',
      settingId: id,
      title,
      severity,
      isSigning: false,
      staleness: null,
      evidence,
      recurred: null,
    },
  }
}

/** What is over, in the words of its end; by its name where there are none, or they would give a figure that nobody knows (E304). */
function overWhat(facts: AlertFacts, reader: Reader): string {
  const { settingId, subject, title, trigger: began } = facts
  const condition = catalogue.meaning(settingId)?.condition
  const other = began === 'FALSE_TO_TRUE' ? 'TRUE_TO_FALSE' : 'FALSE_TO_TRUE'
  const trigger = catalogue.isEnd(settingId) ? began : other
  const isReported = condition !== undefined && catalogue.settingId(condition, trigger) !== null
  if (!isReported || subject === 'commission_above') return title
  // Of a beginning there is its own time alone, and the end is not of then.
  const late = trigger === began ? facts.readAt : null
  return alertText({ ...facts, trigger, readAt: late }, reader, 'spoken').what
}

/**
 * With whom it is about, and where it is one thing, as its listener has just heard that. Of several the opening has named the network,
 * and not whom (E429).
 */
export function overWords(
  alerts: readonly Pick<WrittenAlert, 'facts'>[],
  reader: Reader,
): { whole: string; single: string | null } {
  const { phrases: own, spoken } = writingFor(reader)
  const whats = standingOf(alerts).map(({ facts }) => ({ facts, what: overWhat(facts, reader) }))
  const texts = whats.map(({ facts, what }) => ({ ...alertText(facts, reader, 'spoken'), what }))
  const full = [...new Set(texts.map(headOf))]
  const heads = full.length === 1 ? full : [...new Set(texts.map(({ who, what }) => `${who}: ${what}`))]
  const more = heads.length - spokenOver
  const whole = [
    own.callOver(heads.slice(0, spokenOver).join('; ')),
    ...(more > 0 ? [own.more(spoken.number(more))] : []),
  ].join(' ')
  const [first] = whats
  // The opening of a call about several has named none of them.
  const isOne = heads.length === 1 && new Set(alerts.map(({ facts }) => facts.target)).size === 1
  return { whole, single: isOne && first !== undefined ? own.callOver(first.what) : null }
}

/** Votes that are over as their ends: that voting is over is not that nobody has to vote any more, and one that was seen is said (V58). */
async function votesAsEnded(
  db: Pick<Database, 'orm' | 'now'>,
  over: readonly AgedAlert[],
): Promise<AgedAlert[]> {
  const asEnded = async (one: AgedAlert) => {
    const isVote = catalogue.meaning(one.settingId)?.condition.subject === 'not_voted'
    if (!isVote || catalogue.isEnd(one.settingId)) return one
    const ends = await endsAfter(db, one)
    return ends.find((end) => isEndOf(end, { ...one, atMs: one.at.getTime() })) ?? endedForm(one) ?? one
  }
  return Promise.all(over.map(asEnded))
}

/** So many ends of a target are looked at. */
const lookedAtEnds = 20

/**
 * From when to when what is over was so, of one thing (E325): as the end of one of its steps says it, which somebody wanted, and how many
 * blocks there were; else as it is known of the beginning.
 */
async function lastedOf(
  db: Pick<Database, 'orm' | 'now'>,
  over: readonly AgedAlert[],
  { network, reader }: { network: Parameters<typeof writtenAlerts>[1]; reader: Reader },
): Promise<string[]> {
  const begun = over.filter(({ settingId }) => catalogue.meaning(settingId)?.trigger === 'FALSE_TO_TRUE')
  const [newest] = begun.toSorted((a, b) => b.id - a.id)
  if (newest === undefined || newest.evidence.began_earlier === true) return []
  const ends = await endsAfter(db, newest)
  const own = ends.filter(
    (end) => isEndOf(end, { ...newest, atMs: newest.at.getTime() }) || isEndOfRow(end, newest),
  )
  const end = own.find(({ evidence }) => evidence.missed_since !== undefined) ?? own[0] ?? endedForm(newest)
  if (end === null) return []
  return writtenAlerts([end], network, reader).flatMap(
    ({ facts }) => alertText(facts, reader, 'spoken').since,
  )
}

/** The same of each of several, with whom it is of; nobody listens to that of more than are named (E429). */
async function lastedOfEach(
  db: Pick<Database, 'orm' | 'now'>,
  over: readonly AgedAlert[],
  how: Parameters<typeof lastedOf>[2],
): Promise<string[]> {
  const byTarget = new Map<string, AgedAlert[]>()
  for (const one of over) {
    const target = `${one.validatorId}/${one.bridgeId}`
    byTarget.set(target, [...(byTarget.get(target) ?? []), one])
  }
  if (byTarget.size > spokenOver) return []
  const said: string[] = []
  for (const own of byTarget.values()) {
    const [written] = writtenAlerts(own, how.network, how.reader)
    const [first = '', ...rest] = await lastedOf(db, own, how)
    if (written === undefined || first === '') continue
    const { who } = alertText(written.facts, how.reader, 'spoken')
    said.push([`${who}: ${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...rest].join(' '))
  }
  return said
}

async function endsAfter(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  begun: AgedAlert,
): Promise<AgedAlert[]> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT id::float8 FROM alert
    WHERE network_id = ${begun.networkId} AND id > ${begun.id} AND setting_id % 10 = 2
      AND validator_id IS NOT DISTINCT FROM ${begun.validatorId}::int AND bridge_id IS NOT DISTINCT FROM ${begun.bridgeId}::int
    ORDER BY id LIMIT ${lookedAtEnds}`)
  return findAlerts(
    orm,
    now(),
    rows.map(({ id }) => id),
  )
}
