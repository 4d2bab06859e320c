import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** Counts and times requests by route, never by address, and logs each without its query, which may hold a token. */
export function observeRequests(app: FastifyInstance, { metrics }: { metrics: Registry }): void {
  const durations = new Histogram({
    name: 'roundsman_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const seconds = reply.elapsedTime / 1000
    durations.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds)
    request.log.debug({ method: request.method, route, status: reply.statusCode, seconds }, 'answered')
  })
}
