import { isAllowed } from '@roundsman/contract/accounts/abilities'
import { type Access, type Endpoint, networkField } from '@roundsman/contract/endpoint'
import { endpoints } from '@roundsman/contract/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { safeParse } from 'zod/v4/core'
import type { Clock } from '../clock.ts'
import type { Load } from '../load.loop.ts'
import { addressKey } from './client-address.ts'
import type { Caller, HttpHooks, HttpLimits } from './http-server.ts'
import { ProblemError, tooManyRequests } from './problem-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; routes without it are files of the page. */
    access?: Access | 'page'
    namedNetworks?: NamedNetworks
    /** Refused while there is too much to do. */
    yields?: true
  }
}

/**
 * What every request passes before its body is read, in this order: how often, who calls, from where (origin and
 * CSRF), and whether they may. Counting comes first, so that nobody can have the database look up sessions without end.
 */
export function createGatekeeper(
  app: FastifyInstance,
  hooks: HttpHooks,
  limits: HttpLimits,
  clock: Pick<Clock, 'monotonic'>,
  load: Load,
) {
  app.decorateRequest('caller', null)
  const limiter = (max: number) =>
    app.createRateLimit({ max, timeWindow: limits.windowMs, keyGenerator: countedFor })
  const countedFor = (request: FastifyRequest) => {
    const session = hooks.rememberedSession(request)
    return session === null ? `address ${addressKey(request.ip)}` : `session ${session}`
  }
  const isNews = createOncePerMinute(clock)
  const [reads, writes, machines] = [limits.reads, limits.writes, limits.machines].map(limiter)

  async function limit(request: FastifyRequest, check: typeof reads): Promise<void> {
    const result = await check?.(request)
    if (result === undefined) return
    if (result.isAllowed || !result.isExceeded) return
    if (isNews(result.key)) {
      const { id, method, ip, routeOptions } = request
      const route = routeOptions.url ?? 'none'
      request.log.warn({ reqId: id, heldBack: result.key, method, route, ip }, 'requests are above the limit')
    }
    throw tooManyRequests(result.ttlInSeconds)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    void reply.header('x-request-id', request.id)
    // Before its body is looked at: 415 would say that there is something.
    if (request.is404) throw missingProblem(request)
    const { access, namedNetworks, yields } = request.routeOptions.config
    if (access === undefined) return
    if (access === 'machine') {
      await limit(request, machines)
      return
    }
    await limit(request, request.method === 'GET' || request.method === 'HEAD' ? reads : writes)
    if (yields && load.isHigh())
      throw new ProblemError('overloaded', { headers: { 'retry-after': retryAfterSeconds } })
    // Most of them are known, and a promise for each costs more than all that is asked here.
    if (access !== 'page') {
      const caller = hooks.authenticate(request)
      request.caller = caller instanceof Promise ? await caller : caller
    }
    const protecting = hooks.protect(request, reply)
    if (protecting) await protecting
    if (access === 'session' || access === 'network') {
      if (!request.caller) throw new ProblemError('not_authenticated')
      for (const id of namedNetworks?.(request) ?? []) mayReadNetwork(request.caller, id, hooks)
    }
  }
}

/** So long an overload lasts at least. */
const retryAfterSeconds = '10'

/** Keys that are remembered at most; the oldest ones make room. */
const mostKeys = 1_000

/** True for a key once a minute, so that whoever is held back all day does not fill the log (B227). */
function createOncePerMinute(clock: Pick<Clock, 'monotonic'>): (key: string) => boolean {
  const told = new Map<string, number>()
  return (key) => {
    const now = clock.monotonic()
    if ((told.get(key) ?? Number.NEGATIVE_INFINITY) > now - 60_000) return false
    told.delete(key)
    told.set(key, now)
    for (const [oldest] of told) {
      if (told.size <= mostKeys) break
      told.delete(oldest)
    }
    return true
  }
}

/** Lets a caller pass who may read the network. @throws ProblemError 404 without the network, 403 without the ability */
export function mayReadNetwork(
  caller: Caller,
  networkId: number,
  { networkAccess }: Pick<HttpHooks, 'networkAccess'>,
): void {
  const access = networkAccess(networkId)
  if (access === null) throw new ProblemError('network_not_found')
  if (!isAllowed(caller.abilities, 'read', access))
    throw new ProblemError(caller.lacksFactor ? 'second_factor_needed' : 'permission_denied')
}

/** The ids of networks that a request names in its path and query, before anything else of it is read. */
type NamedNetworks = (request: FastifyRequest) => number[]

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

const table = Object.values(endpoints).map(({ path, method }) => ({
  pattern: pathPattern(path),
  path,
  method,
}))

/** What is answered where no route is: 405 with `Allow` where another method would be answered, else 404. */
export function missingProblem(request: FastifyRequest): ProblemError {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return methods.length > 0 && !methods.some((method) => method === request.method)
    ? new ProblemError('method_not_allowed', { headers: { allow: methods.join(', ') } })
    : new ProblemError('not_found')
}

/** A pattern that the router's paths of the endpoint fit, empty parameters too, for telling a wrong method from a wrong path. */
export function pathPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]*')}$`)
}
