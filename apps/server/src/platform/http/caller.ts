import type { Ability } from '@roundsman/contract/abilities'
import type { Language } from '@roundsman/contract/users'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who calls: the user of a living session. */
export interface Caller {
  userId: number
  sessionId: number
  abilities: readonly Ability[]
  language: Language
}

/** What every handler gets beside its typed input. */
export interface Call {
  caller: Caller | null
  /** Of `Accept-Language`, else the fallback. */
  language: Language
  requestId: string
  /** Address of the client, behind trusted proxies the forwarded one. */
  ip: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Finds the caller of a request; made by the accounts module, null without a living session. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | null>
