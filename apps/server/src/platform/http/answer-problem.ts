import type { Problem, ProblemCode } from '@roundsman/contract/problem'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { failureOf } from '../db/transaction.ts'
import { chooseLanguage } from './choose-language.ts'
import { problemData } from './problem.data.ts'
import { ProblemError } from './problem-error.ts'

/** An error in the words of another protocol than ours, for calls whose callers know no other. */
export type WriteProblem = (
  problem: { status: number; code: ProblemCode; detail: string },
  request: FastifyRequest,
) => { type: string; bytes: Uint8Array }

/** Answers any error in other words than `answerProblem`, by the same status. */
export function answerProblemAs(write: WriteProblem) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error)
    const { code, options } = problem
    const status = statusOf(problem, request, error)
    const detail = (options.detail ?? problemData[code].message).en
    const { type, bytes } = write({ status, code, detail }, request)
    return reply
      .code(status)
      .headers(options.headers ?? {})
      .header('cache-control', 'no-store')
      .header('content-type', type)
      .send(Buffer.from(bytes))
  }
}

function statusOf(problem: ProblemError, request: FastifyRequest, error: unknown): number {
  const status = problem.options.status ?? problemData[problem.code].status
  if (status >= 500) request.log.error({ err: error }, 'a request failed')
  return status
}

/** Answers any error as `application/problem+json`; what is not meant for the caller goes to the log only. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error)
  const { message } = problemData[problem.code]
  const status = statusOf(problem, request, error)
  const language = chooseLanguage(request.headers['accept-language'])
  const body: Problem = {
    type: `urn:roundsman:problem:${problem.code}`,
    title: message[language],
    status,
    detail: (problem.options.detail ?? message)[language],
    code: problem.code,
  }
  if (problem.options.errors) {
    body.errors = Object.fromEntries(
      Object.entries(problem.options.errors).map(([field, messages]) => [
        field,
        messages.map((one) => one[language]),
      ]),
    )
  }
  if (problem.options.attemptsLeft !== undefined) body.attempts_left = problem.options.attemptsLeft
  return reply
    .code(status)
    .headers(problem.options.headers ?? {})
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(body))
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const { statusCode } = error instanceof Error ? (error as Partial<FastifyError>) : {}
  switch (statusCode) {
    case 400:
    case 414:
    case 431:
      return new ProblemError('bad_request', { cause: error })
    case 413:
      return new ProblemError('payload_too_large')
    case 415:
      return new ProblemError('unsupported_media_type')
    case 503:
      return unavailable(error)
    default:
      return failureOf(error) === 'lost'
        ? unavailable(error)
        : new ProblemError('internal_error', { cause: error })
  }
}

function unavailable(cause: unknown): ProblemError {
  return new ProblemError('unavailable', { cause, headers: { 'retry-after': '5' } })
}
