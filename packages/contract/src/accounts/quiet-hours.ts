import * as z from 'zod/mini'
import { type Endpoint, guarded, withoutInput } from '../endpoint.ts'

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof weekdays)[number]

/** From which severity on alerts are sent in quiet hours all the same. */
export const quietBreakThroughs = ['CRITICAL', 'WARNING', 'NONE'] as const
/** Windows of a person, at most. */
export const quietWindowsAtMost = 21

const LocalTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** On the days on which it begins; `to` at or before `from` is the next day. */
const QuietWindow = z.strictObject({
  days: z.array(z.enum(weekdays)).check(z.minLength(1), z.maxLength(7)),
  from: LocalTime,
  to: LocalTime,
})
export type QuietWindow = z.infer<typeof QuietWindow>

const fields = {
  /** Of the IANA database; null: that of the profile. */
  time_zone: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
  windows: z.array(QuietWindow).check(z.maxLength(quietWindowsAtMost)),
  break_through: z.enum(quietBreakThroughs),
}

export const QuietHours = z.object({
  ...fields,
  /** When the quiet hours end that it is now; null: none are now. */
  is_quiet_until: z.nullable(z.iso.datetime()),
})
export type QuietHours = z.infer<typeof QuietHours>

/** With what was read, or without what is read only. */
export const QuietHoursBody = z.strictObject({
  ...fields,
  is_quiet_until: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
})
export type QuietHoursBody = z.infer<typeof QuietHoursBody>

export const quietHoursEndpoints = {
  quietHours: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/quiet-hours/',
    access: 'session',
    responses: { 200: QuietHours },
    errors: [401],
  },
  updateQuietHours: {
    ...withoutInput,
    method: 'PUT',
    path: '/api/users/quiet-hours/',
    access: 'session',
    body: QuietHoursBody,
    responses: { 200: QuietHours },
    errors: [401, ...guarded],
  },
} as const satisfies Record<string, Endpoint>
