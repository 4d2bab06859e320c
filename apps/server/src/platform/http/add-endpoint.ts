import type { Endpoint } from '@roundsman/contract/endpoint'
import type { EndpointName } from '@roundsman/contract/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { answerProblemAs } from './answer-problem.ts'
import type { Call } from './caller.ts'
import { chooseLanguage } from './choose-language.ts'
import type { HttpHooks } from './hooks.ts'
import type { Input, MachineCall, Reply } from './http-server.ts'
import { mayReadNetwork } from './may-read-network.ts'
import { namedNetworks, networkInBody } from './named-network.ts'
import { ProblemError } from './problem-error.ts'
import { addRawParser } from './raw-parser.ts'
import { routePath, routeSchema } from './route-schema.ts'
import { sendJson, sendKept } from './send-json.ts'
import { validationMessages } from './validation-messages.ts'

export interface EndpointRoute {
  name: string
  endpoint: Endpoint
  /** Of the endpoint's name; what it gets and answers is as the endpoint's schemas say. */
  handler: (input: never, call: never) => Promise<AnyReply | undefined>
  hooks: Pick<HttpHooks, 'networkAccess'>
  machine?: MachineCall
}
type AnyReply = Pick<Reply<EndpointName>, 'status' | 'headers' | 'kept'> & { body: unknown }

/** Adds the route of one endpoint: input checked by its schemas, answer sent as JSON with an ETag on reads. */
export function addEndpoint(
  app: FastifyInstance,
  { name, endpoint, handler, hooks, machine }: EndpointRoute,
): void {
  const add = (scope: FastifyInstance) =>
    scope.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      schema: routeSchema(name, endpoint),
      config: {
        access: endpoint.access,
        namedNetworks: namedNetworks(endpoint),
        ...(endpoint.takes ? { takes: endpoint.takes } : {}),
      },
      handler: async (request, reply) => {
        const input = readInput(endpoint, request)
        const { caller } = request
        const named = networkInBody(endpoint, input.body)
        if (caller && named !== null) mayReadNetwork(caller, named, hooks)
        const language = chooseLanguage(request.headers['accept-language'])
        const call: Call = { caller, language, requestId: request.id, ip: request.ip, request, reply }
        const answer = await handler(input as never, call as never)
        if (answer === undefined) return reply
        void reply.code(answer.status).headers(answer.headers ?? {})
        if (endpoint.produces === 'nothing') return reply.send()
        return answer.kept
          ? sendKept(request, reply, answer.kept)
          : sendJson(request, reply, JSON.stringify(answer.body))
      },
    })
  const { raw } = endpoint
  if (raw === undefined) {
    add(app)
    return
  }
  void app.register((scope, _options, done) => {
    addRawParser(scope, raw)
    if (machine) {
      scope.addHook('onRequest', machine.admit)
      scope.setErrorHandler(answerProblemAs(machine.writeProblem))
    }
    add(scope)
    done()
  })
}

/** In the order of B40: a path that names nothing, then the query, then the body. */
function readInput({ params, query, body }: Endpoint, request: FastifyRequest): Input<EndpointName> {
  const path = safeParse(params, request.params)
  if (!path.success) throw new ProblemError('not_found')
  return {
    params: path.data,
    query: parsed(query, request.query),
    body: body === null ? undefined : parsed(body, request.body),
  } as Input<EndpointName>
}

function parsed(schema: z.$ZodType, value: unknown): unknown {
  const { success, data, error } = safeParse(schema, value)
  if (success) return data
  throw new ProblemError('validation_failed', { errors: validationMessages(error.issues, value) })
}
