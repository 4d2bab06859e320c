import { isAllowed } from '@roundsman/contract/abilities'
import type { Access } from '@roundsman/contract/endpoint'
import { Id } from '@roundsman/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { safeParse } from 'zod/v4/core'
import type { Caller } from './caller.ts'
import { addressKey } from './client-address.ts'
import type { HttpHooks } from './hooks.ts'
import type { HttpLimits } from './http-limits.ts'
import { missingProblem } from './missing-problem.ts'
import { ProblemError, tooManyRequests } from './problem-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; routes without it are files of the page. */
    access?: Access | 'page'
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
  const reads = app.createRateLimit({ max: limits.reads, timeWindow: limits.windowMs, keyGenerator: keyOf })
  const writes = app.createRateLimit({ max: limits.writes, timeWindow: limits.windowMs, keyGenerator: keyOf })

  async function limit(request: FastifyRequest): Promise<void> {
    const check = request.method === 'GET' || request.method === 'HEAD' ? reads : writes
    const result = await check(request)
    if (!result.isAllowed && result.isExceeded) throw tooManyRequests(result.ttlInSeconds)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    void reply.header('x-request-id', request.id)
    // Before its body is looked at: 415 would say that there is something.
    if (request.is404) throw missingProblem(request)
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'machine') return
    if (access !== 'page') {
      request.caller = await hooks.authenticate(request)
      await limit(request)
    }
    await hooks.protect(request, reply)
    if (access === 'session' || access === 'network') {
      if (!request.caller) throw new ProblemError('not_authenticated')
      if (access === 'network') checkNetwork(request, request.caller, hooks)
    }
  }
}

function checkNetwork(request: FastifyRequest, caller: Caller, hooks: HttpHooks): void {
  const { blockchainId } = request.params as { blockchainId?: string }
  const id = safeParse(Id, blockchainId)
  const access = id.success ? hooks.networkAccess(id.data) : null
  if (access === null) throw new ProblemError('network_not_found')
  if (!isAllowed(caller.abilities, 'read', access)) throw new ProblemError('permission_denied')
}

function keyOf(request: FastifyRequest): string {
  return request.caller ? `session ${request.caller.sessionId}` : `address ${addressKey(request.ip)}`
}
