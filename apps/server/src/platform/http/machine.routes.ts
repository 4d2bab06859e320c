import { timingSafeEqual } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import { build } from '../build.ts'
import { tokenHash } from '../config/secrets.ts'
import { isLoopback } from './client-address.ts'
import type { HttpServer } from './http-server.ts'
import { ProblemError } from './problem-error.ts'

/**
 * The calls for machines that belong to no module: health, metrics and the description of the API.
 * @param unhealthy reasons why this process cannot serve right now; empty when it can
 * @param warnings what somebody should mend although it can
 */
export function addMachineRoutes(
  server: HttpServer,
  registry: Registry,
  metricsToken: () => string | null,
  unhealthy: () => Promise<readonly string[]>,
  warnings: () => readonly string[],
): void {
  server.add('health', async () => {
    const reasons = await unhealthy()
    const headers = { 'cache-control': 'no-store' }
    const found = warnings()
    const warned = found.length === 0 ? {} : { warnings: [...found] }
    if (reasons.length === 0)
      return { status: 200, body: { status: 'ok' as const, ...build, ...warned }, headers }
    return { status: 503, body: { status: 'unavailable' as const, reasons: [...reasons] }, headers }
  })
  server.add('metrics', async (_input, { request, reply }) => {
    if (!mayReadMetrics(request, metricsToken())) throw new ProblemError('permission_denied')
    void reply.header('cache-control', 'no-store').type(registry.contentType)
    await reply.send(await registry.metrics())
    return undefined
  })
  addOpenApiRoute(server)
}

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']

/** From this machine itself, or with the token. A proxy on this machine is not this machine. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const forwarded = Object.keys(request.headers).some(
    (name) => name.startsWith('x-forwarded-') || forwardingHeaders.includes(name),
  )
  if (!forwarded && isLoopback(request.socket.remoteAddress)) return true
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token !== null && given !== undefined && timingSafeEqual(tokenHash(given), tokenHash(token))
}

/** Collects the routes that are added after it into an OpenAPI 3.1 document. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Roundsman',
        version: '1',
        description: 'Validators and bridges of proof-of-stake networks.',
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
}

/** `GET /api/openapi.json`; the document is made once, after all routes are there. */
function addOpenApiRoute(server: HttpServer): void {
  let document: ReturnType<FastifyInstance['swagger']> | undefined
  server.add('openapi', async () => {
    document ??= server.fastify.swagger()
    return {
      status: 200,
      body: document as { openapi: string },
      headers: { 'cache-control': 'public, max-age=300' },
    }
  })
}
