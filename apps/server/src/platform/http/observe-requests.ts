import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

  function log(request: FastifyRequest, reply: FastifyReply, failure: Failure | null, line: object): void {
    const status = reply.statusCode
    const isRefused = status >= 400 && status < 500 && !unremarkable.has(status)
    // Health answers 503 without a failure: that is its answer.
    if (status >= 500 && failure) request.log.error({ ...line, err: failure.error }, 'a request failed')
    else if (reply.elapsedTime >= slowMs && request.routeOptions.config.isStream !== true)
      request.log.warn(line, 'a request was slow')
    else if (isRefused) request.log.info(line, 'a request was refused')
    else request.log.debug(line, 'answered')
  }

  app.decorateRequest('failure', null)
  app.addHook('onResponse', async (request, reply) => {
    const { method, caller, ip, failure } = request
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const status = reply.statusCode
    const seconds = reply.elapsedTime / 1000
    durations.observe({ method, route, status: String(status) }, seconds)
    const problem = failure ? { problem: failure.problem } : {}
    log(request, reply, failure, {
      method,
      route,
      status,
      ...problem,
      seconds,
      user: caller?.userId ?? null,
      ip,
    })
  })
}
