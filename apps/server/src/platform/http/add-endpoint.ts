import type { Endpoint } from '@roundsman/contract/endpoint'
import { type EndpointName, endpoints } from '@roundsman/contract/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { safeParse } from 'zod/v4/core'
import type { Call } from './caller.ts'
import { chooseLanguage } from './choose-language.ts'
import type { Handler, Input } from './http-server.ts'
import { ProblemError } from './problem-error.ts'
import { routePath, routeSchema } from './route-schema.ts'
import { sendJson, sendKept } from './send-json.ts'
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
      return answer.kept
        ? sendKept(request, reply, answer.kept)
        : sendJson(request, reply, JSON.stringify(answer.body))
    },
  })
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
