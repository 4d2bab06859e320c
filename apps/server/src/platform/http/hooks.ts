import type { NetworkAccess } from '@roundsman/contract/abilities'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from './caller.ts'

/** What the platform's server needs to know from modules; `app.ts` connects them. */
export interface HttpHooks {
  /** Of the accounts module. */
  authenticate: Authenticate
  /**
   * Of the accounts module, for every request but those of machines: refuses a foreign origin or a missing CSRF
   * token by throwing a `ProblemError`, and sets the CSRF cookie where one is due. Called after `authenticate`; `request.ip`, `request.protocol` and `request.host` are already behind trusted proxies.
   */
  protect(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Of the networks module: who may read the network; null when there is none. */
  networkAccess(blockchainId: number): NetworkAccess | null
  /** Of the networks module: the boot object of the page, as JSON. */
  boot(request: FastifyRequest): string
}
