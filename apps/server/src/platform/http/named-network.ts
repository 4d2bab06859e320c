import type { Endpoint } from '@roundsman/contract/endpoint'
import { networkField } from '@roundsman/contract/network-field'
import type { FastifyRequest } from 'fastify'
import { safeParse } from 'zod/v4/core'
import { ProblemError } from './problem-error.ts'

/** The ids of networks that a request names in its path and query, before anything else of it is read. */
export type NamedNetworks = (request: FastifyRequest) => number[]

/**
 * Finds the networks that calls of an endpoint name, by its own schemas, so that no handler has to remember.
 * What is wrong in the path is a network that is not there; what is wrong in the query is left to the validation.
 */
export function namedNetworks(endpoint: Endpoint): NamedNetworks {
  const inPath = networkField(endpoint.params)
  const inQuery = networkField(endpoint.query)
  const inBody = networkField(endpoint.body)
  const names = inPath ?? inQuery ?? inBody
  if (names && endpoint.access !== 'network')
    throw new Error(`${endpoint.path} names a network by ${names.name} and lets in who may not read it`)
  if (!names && endpoint.access === 'network') throw new Error(`${endpoint.path} names no network`)
  return (request) => {
    const ids: number[] = []
    if (inPath) {
      const { success, data } = safeParse(inPath.schema, valueOf(request.params, inPath.name))
      if (!success || typeof data !== 'number') throw new ProblemError('network_not_found')
      ids.push(data)
    }
    if (inQuery) {
      const { data } = safeParse(inQuery.schema, valueOf(request.query, inQuery.name))
      ids.push(...[data].flat().filter((id) => typeof id === 'number'))
    }
    return ids
  }
}

/** The network that a body names at its top, once it is validated; null where it names none. */
export function networkInBody(endpoint: Endpoint, body: unknown): number | null {
  const field = networkField(endpoint.body)
  const id = field && valueOf(body, field.name)
  return typeof id === 'number' ? id : null
}

function valueOf(values: unknown, name: string): unknown {
  return (values as Record<string, unknown>)[name]
}
