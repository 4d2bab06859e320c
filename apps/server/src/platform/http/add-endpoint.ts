import type { Endpoint } from '@roundsman/contract/endpoint'
import type { EndpointName } from '@roundsman/contract/endpoints'
import { Problem } from '@roundsman/contract/problem'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core'
import { answerProblemAs, chooseLanguage } from './answer-problem.ts'
import { addRawParser } from './body-parsers.ts'
import { mayReadNetwork, namedNetworks, networkInBody } from './gatekeeper.ts'
import type { Call, HttpHooks, Input, MachineCall, Reply } from './http-server.ts'
import { type Message, ProblemError } from './problem-error.ts'
import { sendJson, sendKept } from './send-json.ts'

interface EndpointRoute {
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
  const caching = cachingOf(endpoint)
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
        ...(endpoint.yields ? { yields: true } : {}),
      },
      handler: async (request, reply) => {
        const input = readInput(endpoint, request)
        const { caller } = request
        const named = networkInBody(endpoint, input.body)
        if (caller && named !== null) mayReadNetwork(caller, named, hooks)
        const language = chooseLanguage(request.headers['accept-language'])
        void reply.header('cache-control', caching)
        const call: Call = {
          caller,
          language,
          requestId: request.id,
          request,
          reply,
          // Found anew for each who asks, among the proxies that are trusted.
          get ip() {
            return request.ip
          },
        }
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

/**
 * What is kept of an answer whose handler says nothing else (B221): of what a chain does a browser asks whether it is new;
 * of what is somebody's own, and of what is done, nothing.
 */
function cachingOf({ method, access, produces }: Endpoint): string {
  const isShared = access === 'network' || access === 'public'
  return method === 'GET' && produces === 'json' && isShared ? 'private, no-cache' : 'no-store'
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

function parsed(schema: $ZodType, value: unknown): unknown {
  const { success, data, error } = safeParse(schema, value)
  if (success) return data
  throw new ProblemError('validation_failed', { errors: validationMessages(error.issues, value) })
}

const bodyTypes = { form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const

const contentTypes = {
  json: 'application/json',
  'event-stream': 'text/event-stream',
  text: 'text/plain',
  xml: 'text/xml',
  calendar: 'text/calendar',
  webp: 'image/webp',
  otlp: 'application/x-protobuf',
} as const

/** Errors that every call may answer with, beside its own. */
const everyCall = [400, 429, 500, 503]

/** The endpoint's schemas as Fastify and the OpenAPI document take them, each status with its content type. */
function routeSchema(name: string, endpoint: Endpoint): FastifySchema {
  const successes = Object.entries(endpoint.responses).map(([status, schema]) => [
    status,
    endpoint.produces === 'nothing'
      ? schema
      : { description: 'Success', content: { [contentTypes[endpoint.produces]]: { schema } } },
  ])
  const succeeds = new Set(Object.keys(endpoint.responses).map(Number))
  const failures = [...new Set([...everyCall, ...endpoint.errors])]
    .filter((status) => !succeeds.has(status))
    .map((status) => [
      status,
      { description: 'Problem', content: { 'application/problem+json': { schema: Problem } } },
    ])
  return {
    params: endpoint.params,
    querystring: endpoint.query,
    ...bodySchema(endpoint),
    response: Object.fromEntries([...successes, ...failures]),
    operationId: name,
  }
}

/** For the document only: handlers read the one file of an upload as it comes. */
const Upload = z.object({ avatar: z.file() })

function bodySchema({ body, takes, raw }: Endpoint): FastifySchema {
  if (raw) return { body: z.any(), consumes: [...raw.types] }
  if (takes === undefined) return body ? { body } : {}
  return { body: takes === 'multipart' ? Upload : body, consumes: [bodyTypes[takes]] }
}

/** `/api/live/{blockchainId}/` as the router writes it: `/api/live/:blockchainId/`. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

const required: Message = { en: 'Required.', ru: 'Обязательное поле.', uk: "Обов'язкове поле." }
const notValid: Message = { en: 'Not valid.', ru: 'Неверное значение.', uk: 'Неправильне значення.' }
const notAnEmail: Message = {
  en: 'Not a valid e-mail address.',
  ru: 'Неверный адрес электронной почты.',
  uk: 'Неправильна адреса електронної пошти.',
}

/** What is wrong with each field, in every language; the body as a whole is called `body`. */
function validationMessages(issues: readonly $ZodIssue[], input: unknown): Record<string, Message[]> {
  const fields: Record<string, Message[]> = {}
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.')
    const messages = (fields[field] ??= [])
    messages.push(messageOf(issue, input))
  }
  return fields
}

function messageOf(issue: $ZodIssue, input: unknown): Message {
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
