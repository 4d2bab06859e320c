import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import type { Failure } from './answer-problem.ts'
import type { HttpLimits } from './http-server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer lasts as long as somebody reads it. */
    isStream?: boolean
  }
}

/** What anybody can cause without end, and what every page asks before somebody signs in: counted, not logged. */
const unremarkable: ReadonlySet<number> = new Set([401, 404, 405, 429])

/**
 * Counts and times requests by route, and writes one line for each that failed, was refused or was slow (B58): never
 * with its address, whose query may hold a token.
 */
export function observeRequests(app: FastifyInstance, metrics: Registry, { slowMs }: HttpLimits): void {
  const durations = new Histogram({
    name: 'roundsman_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [metrics],
  })
  /** Of each route and status, so that their labels are put together once. */
  const known = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>()

  function observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`
    const one = known.get(key) ?? durations.labels({ method, route, status: String(status) })
    known.set(key, one)
    one.observe(seconds)
  }

  function log(
    request: FastifyRequest,
    failure: Failure | null,
    isSlow: boolean,
    status: number,
    line: object,
  ): void {
    // Who is signed in and reaches for what is not there, or not theirs, which is answered alike (B223).
    const isReach = status === 404 && request.caller !== null && !request.is404
    const isRefused = status >= 400 && status < 500 && (isReach || !unremarkable.has(status))
    // Health answers 503 without a failure: that is its answer.
    if (status >= 500 && failure) request.log.error({ ...line, err: failure.error }, 'a request failed')
    else if (isSlow) request.log.warn(line, 'a request was slow')
    else if (isRefused) request.log.info(line, 'a request was refused')
    else request.log.debug(line, 'answered')
  }

  const logsAll = app.log.level === 'debug' || app.log.level === 'trace'
  app.decorateRequest('failure', null)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, caller, failure } = request
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const status = reply.statusCode
    const seconds = reply.elapsedTime / 1000
    observe(method, route, status, seconds)
    const isSlow = reply.elapsedTime >= slowMs && request.routeOptions.config.isStream !== true
    if (status >= 400 || isSlow || logsAll)
      log(request, failure, isSlow, status, {
        reqId: request.id,
        method,
        route,
        status,
        ...(failure ? { problem: failure.problem } : {}),
        seconds,
        user: caller?.userId ?? null,
        ip: request.ip,
      })
    done()
  })
}
