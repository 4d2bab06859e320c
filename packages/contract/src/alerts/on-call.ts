import * as z from 'zod/mini'
import { mostInTeam } from '../accounts/teams.ts'
import { weekdays } from '../accounts/quiet-hours.ts'
import { type Endpoint, guarded, Id, Nothing, withoutInput } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'
import { alertSeverities } from './alerts.ts'
import { escalationBounds, StepChannels, StepMember } from './escalation.ts'

/** Who of a team is on call, and whom it asks, step by step, when nobody acknowledges an alert of its settings. */

/** What a team may set, and how many days of shifts can be read at once. */
export const onCallBounds = { overrides: 200, overrideDays: 366, shiftDays: 366, askAgainMinutes: 10_080 }

const UserId = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const GivenTime = z.iso.datetime({ offset: true })
const LocalTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const Rotation = z.strictObject({
  /** In their order; somebody may come more than once. */
  members: z.array(UserId).check(z.maxLength(mostInTeam)),
  every: z.enum(['DAY', 'WEEK']),
  hand_over: z.strictObject({
    /** Of a weekly rotation; left out: the day of `starts_on`. */
    day: z.optional(z.nullable(z.enum(weekdays))),
    /** By the clocks of the time zone. */
    at: LocalTime,
  }),
  /** The first member is on call from the hand-over time of this day on. */
  starts_on: z.iso.date(),
})
export type Rotation = z.infer<typeof Rotation>

const override = { user_id: UserId, from: GivenTime, to: GivenTime }
/** Instead of whoever the rotation says, of several the last in the list. */
export type OnCallOverride = z.infer<typeof OnCallOverride>
const OnCallOverride = z.strictObject({ id: z.int(), ...override })

const TeamStep = z.strictObject({
  /** After the step before it was done, the first after the alert; 0 of the first alone: at once. */
  after_minutes: z.int().check(z.minimum(0), z.maximum(escalationBounds.afterMinutes)),
  who: z.union([z.enum(['ON_CALL', 'EVERYONE']), StepMember]),
  channels: StepChannels,
})
export type TeamStep = z.infer<typeof TeamStep>

const TeamEscalation = z.strictObject({
  from_severity: z.enum(alertSeverities),
  /** None: nobody is asked beyond the alert itself. */
  steps: z.array(TeamStep).check(z.maxLength(escalationBounds.steps)),
  /** How often all of them are done once more. */
  repeat: z.int().check(z.minimum(0), z.maximum(escalationBounds.repeat)),
  /** So long after an acknowledgement that no end followed, the steps begin again; null, left out: never. */
  ask_again_minutes: z.optional(
    z.nullable(z.int().check(z.minimum(1), z.maximum(onCallBounds.askAgainMinutes))),
  ),
})
export type TeamEscalation = z.infer<typeof TeamEscalation>

const fields = {
  /** Of the IANA database. */
  time_zone: z.string().check(z.minLength(1), z.maxLength(64)),
  rotation: z.nullable(Rotation),
  escalation: TeamEscalation,
}

export const OnCall = z.strictObject({ ...fields, overrides: z.array(OnCallOverride) })
export type OnCall = z.infer<typeof OnCall>

export const OnCallBody = z.strictObject({
  ...fields,
  /** With the id of one that is there, or without. */
  overrides: z
    .array(z.strictObject({ id: z.optional(z.nullable(UserId)), ...override }))
    .check(z.maxLength(onCallBounds.overrides)),
})
export type OnCallBody = z.infer<typeof OnCallBody>

/** Somebody is on call; `from` is on call, `to` is not. */
const Shift = z.object({ user_id: z.int(), from: Time, to: Time, is_override: z.boolean() })
export type Shift = z.infer<typeof Shift>

const TeamParams = z.object({ teamId: Id })

export const onCallEndpoints = {
  /** Its tag is for `If-Match`. */
  onCall: {
    ...withoutInput,
    method: 'GET',
    path: '/api/teams/{teamId}/on-call/',
    access: 'session',
    params: TeamParams,
    responses: { 200: OnCall },
    errors: [401, 404],
  },
  updateOnCall: {
    ...withoutInput,
    method: 'PUT',
    path: '/api/teams/{teamId}/on-call/',
    access: 'session',
    params: TeamParams,
    body: OnCallBody,
    responses: { 200: OnCall },
    errors: [401, 404, 412, ...guarded],
  },
  /** Those of which a part lies between the two, whole, one after the other. */
  onCallShifts: {
    ...withoutInput,
    method: 'GET',
    path: '/api/teams/{teamId}/on-call/shifts/',
    access: 'session',
    params: TeamParams,
    query: z.object({ from: GivenTime, to: GivenTime }),
    responses: { 200: z.object({ shifts: z.array(Shift) }) },
    errors: [401, 404],
  },
  /** An address for the calendar of whoever asks, in place of the one that they had. */
  createOnCallCalendar: {
    ...withoutInput,
    method: 'POST',
    path: '/api/teams/{teamId}/on-call/calendar/',
    access: 'session',
    params: TeamParams,
    responses: { 200: z.object({ url: z.string() }) },
    errors: [401, 403, 404],
  },
  /** What is behind that address, for programs that have no session. */
  onCallCalendar: {
    ...withoutInput,
    method: 'GET',
    path: '/api/teams/on-call/calendar/',
    access: 'machine',
    params: Nothing,
    query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    responses: { 200: z.string() },
    errors: [404],
    produces: 'calendar',
  },
} as const satisfies Record<string, Endpoint>
