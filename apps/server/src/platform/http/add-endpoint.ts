import type { Endpoint } from '@roundsman/contract/endpoint'
import type { EndpointName } from '@roundsman/contract/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { answerProblemAs, chooseLanguage } from './answer-problem.ts'
import { addRawParser } from './body-parsers.ts'
import { mayReadNetwork, namedNetworks, networkInBody } from './gatekeeper.ts'
import type { Call, HttpHooks, Input, MachineCall, Reply } from './http-server.ts'
import { type Message, ProblemError } from './problem-error.ts'
import { routePath, routeSchema } from './route-schema.ts'
import { sendJson, sendKept } from './send-json.ts'

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
        isStream: endpoint.produces === 'event-stream',
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

const required: Message = { en: 'Required.', ru: 'Обязательное поле.', uk: "Обов'язкове поле." }
const notValid: Message = { en: 'Not valid.', ru: 'Неверное значение.', uk: 'Неправильне значення.' }
const notAnEmail: Message = {
  en: 'Not a valid e-mail address.',
  ru: 'Неверный адрес электронной почты.',
  uk: 'Неправильна адреса електронної пошти.',
}

/** What is wrong with each field, in every language; the body as a whole is called `body`. */
function validationMessages(issues: readonly z.$ZodIssue[], input: unknown): Record<string, Message[]> {
  const fields: Record<string, Message[]> = {}
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.')
    const messages = (fields[field] ??= [])
    messages.push(messageOf(issue, input))
  }
  return fields
}

function messageOf(issue: z.$ZodIssue, input: unknown): Message {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, issue.path) === undefined ? required : notValid
    case 'too_small':
      if (issue.origin !== 'string') return atLeast(String(issue.minimum))
      return issue.minimum === 1 ? required : charactersAtLeast(String(issue.minimum))
    case 'too_big':
      return issue.origin === 'string'
        ? charactersAtMost(String(issue.maximum))
        : atMost(String(issue.maximum))
    case 'invalid_format':
      return issue.format === 'email' ? notAnEmail : notValid
    default:
      return notValid
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

const atLeast = (n: string): Message => ({
  en: `At least ${n}.`,
  ru: `Не меньше ${n}.`,
  uk: `Не менше ${n}.`,
})
const atMost = (n: string): Message => ({ en: `At most ${n}.`, ru: `Не больше ${n}.`, uk: `Не більше ${n}.` })
const charactersAtLeast = (n: string): Message => ({
  en: `At least ${n} characters.`,
  ru: `Не короче ${n} символов.`,
  uk: `Не коротше ${n} символів.`,
})
const charactersAtMost = (n: string): Message => ({
  en: `At most ${n} characters.`,
  ru: `Не длиннее ${n} символов.`,
  uk: `Не довше ${n} символів.`,
})
