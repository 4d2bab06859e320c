import type { TFunction } from 'i18next'
import type { Formats } from '../i18n/formats.ts'
import { NoAnswerError, ProblemError } from './errors.ts'

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
  return error.problem.detail || error.problem.title
}

/** What the server says about one field, if it does. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ProblemError ? error.problem.errors?.[field]?.join(' ') : undefined
}
