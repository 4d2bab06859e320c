import type { Problem } from '@roundsman/contract/problem'
import type { TFunction } from 'i18next'
import type { Formats } from '../../i18n/formats.ts'

/** The server said no, and why (RFC 9457). `requestId` finds the request in the server's log. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, requestId: string | null, retryAfterSeconds: number | null = null) {
    super(problem.detail)
    this.problem = problem
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer came: no network, or none within the deadline. Trying again may help. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly timedOut: boolean

  constructor(timedOut: boolean, cause: unknown) {
    super(timedOut ? 'The server took too long to respond.' : 'We couldn’t reach the server.', { cause })
    this.timedOut = timedOut
  }
}

/** An answer came that the contract does not know: another version, or something between us and the server. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  readonly requestId: string | null

  constructor(status: number, requestId: string | null, cause?: unknown) {
    super(`The answer (status ${status}) is not one of the contract.`, { cause })
    this.status = status
    this.requestId = requestId
  }
}

/** The id that support can look up, if the error carries one. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ProblemError || error instanceof UnexpectedResponseError ? error.requestId : null
}

export function isProblem(error: unknown, code: Problem['code']): error is ProblemError {
  return error instanceof ProblemError && error.problem.code === code
}

/**
 * The server says that nobody is signed in here. No answer, a timeout and a 5xx say nothing of that
 * (docs/decisions/013-outage-keeps-session.md).
 */
export function deniesSession(error: unknown): boolean {
  const status =
    error instanceof ProblemError
      ? error.problem.status
      : error instanceof UnexpectedResponseError
        ? error.status
        : null
  return status === 401 || status === 403
}

/** Whether what could not be read is asked for again by itself, twice: what the server refused it refuses again. */
export const mayRetry = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ProblemError && error.problem.status < 500)

/** One sentence for what went wrong with a form, for the alert above its button. */
export function formProblem(error: unknown, t: TFunction, formats: Formats): string {
  if (error instanceof NoAnswerError) return error.timedOut ? t('error.timedOut') : t('error.noAnswer')
  if (!(error instanceof ProblemError)) return t('error.strange')
  const { code } = error.problem
  if (code === 'invalid_credentials') return t('account.wrongCredentials')
  if (code === 'invalid_token') return t('account.badToken')
  if (code === 'csrf_failed') return t('account.csrfFailed')
  if (code === 'too_many_requests')
    return error.retryAfterSeconds === null
      ? t('account.tooMany')
      : t('account.tooManyUntil', { duration: formats.duration(error.retryAfterSeconds) })
  // The server says it in English, and nothing that helps.
  if (code === 'internal_error') return t('error.refused')
  return error.problem.detail || error.problem.title
}

/** What the server says about one field, if it does. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ProblemError ? error.problem.errors?.[field]?.join(' ') : undefined
}
