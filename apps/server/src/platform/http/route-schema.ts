import type { Endpoint } from '@roundsman/contract/endpoint'
import { Problem } from '@roundsman/contract/problem'
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'

const bodyTypes = { form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const

const contentTypes = {
  json: 'application/json',
  'event-stream': 'text/event-stream',
  text: 'text/plain',
  xml: 'text/xml',
  webp: 'image/webp',
  otlp: 'application/x-protobuf',
} as const

/** Errors that every call may answer with, beside its own. */
const everyCall = [400, 429, 500, 503]

/** The endpoint's schemas as Fastify and the OpenAPI document take them, each status with its content type. */
export function routeSchema(name: string, endpoint: Endpoint): FastifySchema {
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

/** A pattern that the router's paths of the endpoint fit, empty parameters too, for telling a wrong method from a wrong path. */
export function pathPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]*')}$`)
}
