import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Language, languages } from '@roundsman/contract/accounts/users'
import type { Problem, ProblemCode } from '@roundsman/contract/problem'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { failureOf } from '../db/transaction.ts'
import { problemData } from './problem.data.ts'
import { ProblemError } from './problem-error.ts'
import { headersWithoutRequest } from './security-headers.ts'

/** What a request was answered with in place of what it asked for. */
export interface Failure {
  problem: ProblemCode
  error: unknown
}

declare module 'fastify' {
  interface FastifyRequest {
    failure: Failure | null
  }
}

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

/** The status of the answer; what went wrong is kept for the log. */
function statusOf(problem: ProblemError, request: FastifyRequest, error: unknown): number {
  const status = problem.options.status ?? problemData[problem.code].status
  request.failure = { problem: problem.code, error }
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
      return ['lost', 'refused'].includes(failureOf(error))
        ? unavailable(error)
        : new ProblemError('internal_error', { cause: error })
  }
}

function unavailable(cause: unknown): ProblemError {
  return new ProblemError('unavailable', { cause, headers: { 'retry-after': '5' } })
}

/** What Node says of a request that its parser could not make sense of. */
const statuses: Readonly<Record<string, number>> = {
  HPE_INVALID_METHOD: 405,
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers bytes that never became a request (B55): an unknown method, a broken head, one that came too slowly. There is
 * no request yet, so neither hooks nor the caller's language: English, and the connection ends.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The client is gone, or nobody asked for anything yet on a connection that was kept.
  if (
    error.code === 'ECONNRESET' ||
    !socket.writable ||
    (socket.bytesRead === 0 && socket.bytesWritten === 0)
  ) {
    socket.destroy()
    return
  }
  const status = statuses[error.code ?? ''] ?? 400
  const code = status === 405 ? 'method_not_allowed' : 'bad_request'
  const { en } = problemData[code].message
  const body: Problem = { type: `urn:roundsman:problem:${code}`, title: en, status, detail: en, code }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'content-language: en',
    'cache-control: no-store',
    ...headersWithoutRequest,
    ...(status === 405 ? ['allow: GET, HEAD, POST, PUT, DELETE'] : []),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** The first language of `Accept-Language` by weight that the product speaks, else English. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined) return 'en'
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined)
      return {
        language: tag.trim().toLowerCase().split('-')[0],
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) {
    const known = languages.find((one) => one === language)
    if (known) return known
  }
  return 'en'
}
