import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import { type OnCall, type OnCallBody, onCallBounds, type Shift } from '@roundsman/contract/alerts/on-call'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { etagOf, matches } from '../../../platform/http/send-json.ts'
import type { Ids } from '../../../platform/ids.ts'
import {
  changeableOwner,
  fieldTexts,
  hostName,
  isTimezone,
  readableOwner,
  readerOf,
  readTeam,
} from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { type Faults, refuse } from '../entries/entry-targets.ts'
import { calendarFile } from './calendar-file.ts'
import { calendarTexts, onCallFaults } from './on-call-texts.data.ts'
import {
  activeMembers,
  findCalendar,
  onCallOf,
  putCalendar,
  saveOnCall,
  scheduleOf,
} from './on-call.store.ts'
import { type PlannedShift, shiftsBetween } from './shifts.policy.ts'

const dayMs = 86_400_000
/** What a calendar shows of a team, in days before and after now. */
const calendarDays = { before: 31, after: 366 }

/** Who of a team is on call, and whom it asks when nobody acknowledges (A87 to A92). */
export function addOnCallRoutes(
  server: HttpServer,
  {
    db,
    clock,
    ids,
  }: { db: Pick<Database, 'orm' | 'transaction'>; clock: Pick<Clock, 'now'>; ids: Pick<Ids, 'token'> },
  networks: Pick<Networks, 'domainOfHost' | 'publicUrl'>,
): void {
  server.add('onCall', async ({ params: { teamId } }, { caller: { userId } }) => {
    await readableOwner(db.orm, { userId, teamId })
    const view = await viewOf(db.orm, teamId)
    return { status: 200, body: view, headers: { etag: tagOf(view) } }
  })

  server.add('updateOnCall', async ({ params: { teamId }, body }, { caller: { userId }, request }) => {
    const ifMatch = request.headers['if-match']
    const view = await db.transaction(async (tx) => {
      await changeableOwner(tx, { userId, teamId })
      await takeLock(tx, 'onCall', teamId)
      if (ifMatch !== undefined && !matches(ifMatch, tagOf(await viewOf(tx, teamId))))
        throw new ProblemError('changed_elsewhere')
      check(body, await activeMembers(tx, teamId))
      await saveOnCall(tx, teamId, inOrder(body))
      return viewOf(tx, teamId)
    })
    return { status: 200, body: view, headers: { etag: tagOf(view) } }
  })

  server.add('onCallShifts', async ({ params: { teamId }, query }, { caller: { userId } }) => {
    await readableOwner(db.orm, { userId, teamId })
    const faults: Faults = new Map()
    const [from, to] = checkSpan(query, { at: '', days: onCallBounds.shiftDays }, faults)
    refuse(faults)
    const shifts = shiftsBetween(await scheduleOf(db.orm, teamId), from, to)
    return { status: 200, body: { shifts: shifts.map(shiftView) } }
  })

  server.add('createOnCallCalendar', async ({ params: { teamId } }, { caller: { userId }, request }) => {
    const token = ids.token(32)
    await db.transaction(async (tx) => {
      await readableOwner(tx, { userId, teamId })
      await putCalendar(tx, { teamId, userId, tokenHash: tokenHash(token), createdAt: new Date(clock.now()) })
    })
    const url = new URL(
      '/api/teams/on-call/calendar/',
      networks.domainOfHost(hostName(request.host)) ?? networks.publicUrl(),
    )
    url.searchParams.set('token', token)
    return { status: 200, body: { url: url.href } }
  })

  server.add('onCallCalendar', async ({ query: { token } }, { reply }) => {
    const found = await findCalendar(db.orm, tokenHash(token))
    const reader = found && (await readerOf(db.orm, found.userId))
    if (!found || !reader) throw new ProblemError('not_found')
    const { teamId } = found
    const now = clock.now()
    const shifts = shiftsBetween(
      await scheduleOf(db.orm, teamId),
      now - calendarDays.before * dayMs,
      now + calendarDays.after * dayMs,
    )
    const { name, members } = await readTeam(db.orm, teamId, found.userId)
    const names = new Map(members.map((one) => [one.user_id, one.name]))
    const texts = calendarTexts[reader.language]
    const events = shifts.map(({ userId, from, to }) => ({
      uid: `${teamId}-${from}-${userId}@roundsman`,
      from,
      to,
      summary: texts.shift(names.get(userId) ?? ''),
    }))
    await reply.type('text/calendar; charset=utf-8').send(calendarFile(texts.calendar(name), events, now))
    return undefined
  })
}

/** As its members see it: without those who left, whose turns others take and whose steps everyone is asked at. */
async function viewOf(orm: Queryable, teamId: number): Promise<OnCall> {
  const row = await onCallOf(orm, teamId)
  const members = await activeMembers(orm, teamId)
  const { rotation } = row
  return {
    time_zone: row.timeZone,
    rotation: rotation && { ...rotation, members: rotation.members.filter((one) => members.has(one)) },
    overrides: row.overrides
      .filter(({ userId }) => members.has(userId))
      .map(({ id, userId, from, to }) => ({
        id,
        user_id: userId,
        from: from.toISOString(),
        to: to.toISOString(),
      })),
    escalation: {
      from_severity: row.fromSeverity,
      steps: row.steps.map((step) => {
        const { after_minutes, who, channels } = step
        const isGone = typeof who === 'object' && !members.has(who.user_id)
        return { after_minutes, who: isGone ? 'EVERYONE' : who, channels }
      }),
      repeat: row.repeat,
      ask_again_minutes: row.askAgainMinutes,
    },
  }
}

/** Always in one order, whatever that of the database is. */
function tagOf({ time_zone, rotation, overrides, escalation }: OnCall): string {
  const { from_severity, steps, repeat, ask_again_minutes } = escalation
  return etagOf(
    JSON.stringify([
      time_zone,
      rotation && [
        rotation.members,
        rotation.every,
        rotation.hand_over.day,
        rotation.hand_over.at,
        rotation.starts_on,
      ],
      overrides.map(({ id, user_id, from, to }) => [id, user_id, from, to]),
      [
        from_severity,
        steps.map((step) => [step.after_minutes, step.who, step.channels]),
        repeat,
        ask_again_minutes,
      ],
    ]),
  )
}

function shiftView({ userId, from, to, isOverride }: PlannedShift): Shift {
  return {
    user_id: userId,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    is_override: isOverride,
  }
}

/** Each channel of a step once, in the order of the contract. */
function inOrder({ escalation, ...body }: OnCallBody): OnCallBody {
  const steps = escalation.steps.map((step) => ({
    ...step,
    channels: notificationChannels.filter((channel) => step.channels.includes(channel)),
  }))
  return { ...body, escalation: { ...escalation, steps } }
}

/** @throws ProblemError with every fault */
function check(
  { time_zone, rotation, overrides, escalation }: OnCallBody,
  members: ReadonlySet<number>,
): void {
  const faults: Faults = new Map()
  if (!isTimezone(time_zone)) faults.set('time_zone', fieldTexts.timezone)
  if (rotation !== null && !isInRange(Date.parse(rotation.starts_on)))
    faults.set('rotation.starts_on', onCallFaults.outOfRange)
  if (rotation?.members.some((one) => !members.has(one)))
    faults.set('rotation.members', onCallFaults.noMember)
  for (const [index, override] of overrides.entries()) {
    const field = `overrides.${index}`
    if (!members.has(override.user_id)) faults.set(`${field}.user_id`, onCallFaults.noMember)
    checkSpan(override, { at: `${field}.`, days: onCallBounds.overrideDays }, faults)
  }
  for (const [index, { who, after_minutes }] of escalation.steps.entries()) {
    const field = `escalation.steps.${index}`
    if (typeof who === 'object' && !members.has(who.user_id))
      faults.set(`${field}.who`, onCallFaults.noMember)
    if (index > 0 && after_minutes === 0) faults.set(`${field}.after_minutes`, onCallFaults.notAtOnce)
  }
  refuse(faults)
}

/**
 * Years in which there may be shifts (A141): PostgreSQL and the clocks of zones know others as well, but not all that a
 * request can name.
 */
const range = { from: Date.UTC(2000, 0), to: Date.UTC(2200, 0) }
const isInRange = (at: number) => range.from <= at && at <= range.to

/** Unix ms of both. @param of.at what stands before the names of the two fields */
function checkSpan(
  { from, to }: { from: string; to: string },
  { at, days }: { at: string; days: number },
  faults: Faults,
): [from: number, to: number] {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  if (!isInRange(begin)) faults.set(`${at}from`, onCallFaults.outOfRange)
  if (!isInRange(end)) faults.set(`${at}to`, onCallFaults.outOfRange)
  else if (end <= begin) faults.set(`${at}to`, onCallFaults.endsFirst)
  else if (end - begin > days * dayMs) faults.set(`${at}to`, onCallFaults.tooLong)
  return [begin, end]
}
