import type { Access } from '@roundsman/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { addressKey } from './client-address.ts'
import type { HttpHooks } from './hooks.ts'
import type { HttpLimits } from './http-limits.ts'
import { mayReadNetwork } from './may-read-network.ts'
import { missingProblem } from './missing-problem.ts'
import type { NamedNetworks } from './named-network.ts'
import { ProblemError, tooManyRequests } from './problem-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; routes without it are files of the page. */
    access?: Access | 'page'
    namedNetworks?: NamedNetworks
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

export interface GatekeeperDeps {
  hooks: HttpHooks
  limits: HttpLimits
}

/**
 * What every request passes before its body is read, in this order: who calls, how often, from where (origin and
 * CSRF), and whether they may.
 */
export function createGatekeeper(app: FastifyInstance, { hooks, limits }: GatekeeperDeps) {
  app.decorateRequest('caller', null)
  const limiter = (max: number) =>
    app.createRateLimit({ max, timeWindow: limits.windowMs, keyGenerator: keyOf })
  const [reads, writes, machines] = [limits.reads, limits.writes, limits.machines].map(limiter)

  async function limit(request: FastifyRequest, check: typeof reads): Promise<void> {
    const result = await check?.(request)
    if (result === undefined) return
    if (!result.isAllowed && result.isExceeded) throw tooManyRequests(result.ttlInSeconds)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    void reply.header('x-request-id', request.id)
    // Before its body is looked at: 415 would say that there is something.
    if (request.is404) throw missingProblem(request)
    const { access, namedNetworks } = request.routeOptions.config
    if (access === undefined) return
    if (access === 'machine') {
      await limit(request, machines)
      return
    }
    if (access !== 'page') {
      request.caller = await hooks.authenticate(request)
      await limit(request, request.method === 'GET' || request.method === 'HEAD' ? reads : writes)
    }
    await hooks.protect(request, reply)
    if (access === 'session' || access === 'network') {
      if (!request.caller) throw new ProblemError('not_authenticated')
      for (const id of namedNetworks?.(request) ?? []) mayReadNetwork(request.caller, id, hooks)
    }
  }
}

function keyOf(request: FastifyRequest): string {
  return request.caller ? `session ${request.caller.sessionId}` : `address ${addressKey(request.ip)}`
}
