import * as z from 'zod/mini'
import { notificationChannels } from '../accounts/accounts.ts'
import { type Endpoint, guarded, withoutInput } from '../endpoint.ts'
import { alertSeverities } from './alerts.ts'

/** How long after the step before, how many steps, and how often they are done again, at most. */
export const escalationBounds = { afterMinutes: 1_440, steps: 10, repeat: 5 }

/** Whom a step asks, by their id, and by which channels. */
export const StepMember = z.strictObject({
  user_id: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
})
export const StepChannels = z.array(z.enum(notificationChannels)).check(z.minLength(1), z.maxLength(16))

const EscalationStep = z.strictObject({
  /** After the step before it was done, the first after the alert. */
  after_minutes: z.int().check(z.minimum(1), z.maximum(escalationBounds.afterMinutes)),
  /** Of a person alone both are that person. */
  who: z.union([z.literal('EVERYONE'), StepMember]),
  channels: StepChannels,
})
export type EscalationStep = z.infer<typeof EscalationStep>

/** Reminders of alerts that nobody acknowledges. */
export const Escalation = z.strictObject({
  from_severity: z.enum(alertSeverities),
  steps: z.array(EscalationStep).check(z.minLength(1), z.maxLength(escalationBounds.steps)),
  /** How often all of them are done once more. */
  repeat: z.int().check(z.minimum(0), z.maximum(escalationBounds.repeat)),
})
export type Escalation = z.infer<typeof Escalation>

/** Null: nobody is reminded. */
export const OwnEscalation = z.strictObject({ escalation: z.nullable(Escalation) })
export type OwnEscalation = z.infer<typeof OwnEscalation>

export const escalationEndpoints = {
  /** Its tag is for `If-Match`. */
  escalation: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/escalation/',
    access: 'session',
    responses: { 200: OwnEscalation },
    errors: [401],
  },
  updateEscalation: {
    ...withoutInput,
    method: 'PUT',
    path: '/api/users/escalation/',
    access: 'session',
    body: OwnEscalation,
    responses: { 200: OwnEscalation },
    errors: [401, 412, ...guarded],
  },
} as const satisfies Record<string, Endpoint>
