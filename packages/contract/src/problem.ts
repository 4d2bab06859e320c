import * as z from 'zod/mini'

/** Every `code` an error may carry. One list: server, web and OpenAPI document read it from here. */
const problemCodes = [
  'bad_request',
  'validation_failed',
  'not_authenticated',
  'permission_denied',
  'csrf_failed',
  'origin_not_allowed',
  'not_found',
  'network_not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'invalid_credentials',
  'invalid_credential',
  'email_not_confirmed',
  'password_required',
  'invalid_token',
  'invalid_code',
  'code_expired',
  'second_factor_needed',
  'phone_not_confirmed',
  'changed_elsewhere',
  'already_linked',
  'last_sign_in_method',
  'last_owner',
  'not_configured',
  'contact_refused',
  'address_not_allowed',
  'internal_error',
  'unavailable',
  'overloaded',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/**
 * RFC 9457 body of every error under `/api/`. `errors` maps a field of the request to messages (400 only);
 * `attempts_left` says how many tries at a code there are left (`invalid_code` only).
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(problemCodes),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  attempts_left: z.optional(z.int()),
})
export type Problem = z.infer<typeof Problem>
