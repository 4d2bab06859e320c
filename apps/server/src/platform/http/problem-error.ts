import type { Language } from '@roundsman/contract/accounts/users'
import type { ProblemCode } from '@roundsman/contract/problem'

/** A sentence in each language of the product, or the key of one in the platform's own catalogue. */
export type Message = Readonly<Record<Language, string>>

interface ProblemOptions {
  /** Status, where it is not the usual one of the code. */
  status?: number
  /** In place of the code's own sentence. */
  detail?: Message
  /** Field of the request to its messages (400). */
  errors?: Readonly<Record<string, readonly Message[]>>
  /** Tries at a code that are left (`invalid_code`). */
  attemptsLeft?: number
  /** E.g. `retry-after`. */
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** Thrown by handlers and hooks; the server answers it as `application/problem+json` in the caller's language. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, { cause: options.cause })
    this.code = code
    this.options = options
  }
}

/** 429 with the seconds after which it is worth trying again. */
export function tooManyRequests(retryAfterSeconds: number): ProblemError {
  return new ProblemError('too_many_requests', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  })
}
