import type { Endpoint } from '@roundsman/contract/endpoint'
import { type EndpointName, endpoints } from '@roundsman/contract/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { safeParse } from 'zod/v4/core'
import type { Call } from './caller.ts'
import { chooseLanguage } from './choose-language.ts'
import { etagOf, matches } from './etag.ts'
import type { Handler, Input } from './http-server.ts'
import { ProblemError } from './problem-error.ts'
import { routePath, routeSchema } from './route-schema.ts'
import { validationMessages } from './validation-messages.ts'

/** Adds the route of one endpoint: input checked by its schemas, answer sent as JSON with an ETag on reads. */
export function addEndpoint<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  handler: Handler<N>,
): void {
  const endpoint: Endpoint = endpoints[name]
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    schema: routeSchema(name),
    config: { access: endpoint.access, ...(endpoint.takes ? { takes: endpoint.takes } : {}) },
    handler: async (request, reply) => {
      const language = chooseLanguage(request.headers['accept-language'])
      const input = readInput(endpoint, request) as Input<N>
      const call: Call = {
        caller: request.caller,
        language,
        requestId: request.id,
        ip: request.ip,
        request,
        reply,
      }
      const answer = await handler(input, call as Parameters<Handler<N>>[1])
      if (answer === undefined) return reply
      void reply.code(answer.status).headers(answer.headers ?? {})
      if (endpoint.produces === 'nothing') return reply.send()
      return sendJson(request, reply, answer.json ?? JSON.stringify(answer.body))
    },
  })
}

function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
  void reply.type('application/json; charset=utf-8')
  if (request.method !== 'GET' || reply.statusCode !== 200) return reply.send(text)
  const own = reply.getHeader('etag')
  const etag = typeof own === 'string' ? own : etagOf(text)
  void reply.header('etag', etag)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(text)
}

function readInput({ params, body }: Endpoint, request: FastifyRequest): { params: unknown; body: unknown } {
  const path = safeParse(params, request.params)
  if (!path.success) throw new ProblemError('not_found')
  if (body === null) return { params: path.data, body: undefined }
  const parsed = safeParse(body, request.body)
  if (parsed.success) return { params: path.data, body: parsed.data }
  const messages = validationMessages(parsed.error.issues, request.body)
  throw new ProblemError('validation_failed', { errors: messages })
}
