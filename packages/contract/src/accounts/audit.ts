import * as z from 'zod/mini'
import { optional, wholeNumber } from '../endpoint.ts'

/** What is kept of the security of an account: what its user did, what somebody tried, what the operator did. */
export const auditKinds = [
  'registration_confirmed',
  'login',
  'login_failed',
  'logout',
  'session_ended',
  'other_sessions_ended',
  'reauthentication_failed',
  'password_changed',
  'password_reset_asked',
  'password_reset',
  'email_change_asked',
  'email_changed',
  'email_restored',
  'sign_in_method_added',
  'sign_in_method_removed',
  'second_factor_asked',
  'second_factor_given',
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_codes_created',
  'recovery_code_used',
  'phone_added',
  'phone_code_refused',
  'phone_confirmed',
  'phone_removed',
  'contact_added',
  'contact_removed',
  'webhook_secret_changed',
  'bridge_token_created',
  'bridge_token_deleted',
  'team_created',
  'team_deleted',
  'team_invited',
  'team_joined',
  'team_role_changed',
  'team_member_removed',
  'account_exported',
  'user_created',
  'group_granted',
  'group_revoked',
  'user_disabled',
  'user_enabled',
  'command',
] as const
export type AuditKind = (typeof auditKinds)[number]

export const AuditEvent = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(auditKinds),
  /** Null with what the operator did on the server. */
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** Of what: the last digits of a number, the name of a token, a group, a provider. */
  detail: z.nullable(z.string()),
})
export type AuditEvent = z.infer<typeof AuditEvent>
/** The latest first. */
export const AuditEvents = z.object({ events: z.array(AuditEvent) })
export type AuditEvents = z.infer<typeof AuditEvents>

/** Events of an answer where the query does not say, and at most. */
export const auditLimit = { usual: 50, most: 200 }
export const AuditQuery = z.object({
  /** Only older ones than the event of this id. */
  before: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
  limit: optional(wholeNumber(1_000_000)),
})
