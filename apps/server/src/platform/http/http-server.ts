import type { Ability, NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { Language } from '@roundsman/contract/accounts/users'
import type { Answer, Body, EndpointName, endpoints, Params, Query } from '@roundsman/contract/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WriteProblem } from './answer-problem.ts'
import type { KeptBody } from './send-json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export interface Input<N extends EndpointName> {
  params: Params<N>
  query: Query<N>
  body: Body<N>
}

/** A typed answer. Handlers of streams and texts write to `call.reply` themselves and answer `undefined`. */
export interface Reply<N extends EndpointName> {
  status: number
  body: Answer<N>
  /** With an `etag` of its own where the handler knows one; else reads get one of their text. */
  headers?: Readonly<Record<string, string>>
  /** The body of a read where it is at hand already, sent in place of `body`. */
  kept?: KeptBody
}

export type Handler<N extends EndpointName> = (
  input: Input<N>,
  // Behind `session` and `network` there always is a caller.
  call: Call & ((typeof endpoints)[N]['access'] extends 'session' | 'network' ? { caller: Caller } : object),
) => Promise<Reply<N> | undefined>

/** What a call of machines does in a way of its own. */
export interface MachineCall {
  /** Refuses before the body is read, by throwing a `ProblemError`. */
  admit(request: FastifyRequest): Promise<void>
  /** Errors in the words of its protocol. */
  writeProblem: WriteProblem
}

/** The server as modules see it: routes are added by the name of their endpoint in the contract's table. */
export interface HttpServer {
  /** Method, path, schemas and access come from the table; an endpoint can be added once. */
  add<N extends EndpointName>(name: N, handler: Handler<N>): void
  /** Likewise a call of machines that takes bytes (`raw`), with rules of its own. */
  addMachine<N extends EndpointName>(name: N, machine: MachineCall, handler: Handler<N>): void
  /** The Fastify instance beneath, for plugins of the platform only. */
  readonly fastify: FastifyInstance
}

/** Who calls: the user of a living session. */
export interface Caller {
  userId: number
  sessionId: number
  abilities: readonly Ability[]
  language: Language
  /** They need a second factor for more than they may now. */
  lacksFactor?: true
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

/** Finds the caller of a request, at once where they are known; made by the accounts module, null without a living session. */
export type Authenticate = (request: FastifyRequest) => Caller | null | Promise<Caller | null>

/** What the platform's server needs to know from modules; `app.ts` connects them. */
export interface HttpHooks {
  /**
   * Of the accounts module: the session that the request's cookies led to when they last came to this process, from
   * memory alone; null where they never did. For the limits only.
   */
  rememberedSession(request: FastifyRequest): number | null
  /** Of the accounts module. */
  authenticate: Authenticate
  /**
   * Of the accounts module, for every request but those of machines: refuses a foreign origin or a missing CSRF
   * token by throwing a `ProblemError`, and sets the CSRF cookie where one is due. Called after `authenticate`; `request.ip`, `request.protocol` and `request.host` are already behind trusted proxies.
   */
  protect(request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** Of the networks module: who may read the network; null when there is none. */
  networkAccess(blockchainId: number): NetworkAccess | null
  /** Of the networks module: the boot object of the page, as JSON. */
  boot(request: FastifyRequest): string
}

/** Bounds of the server. Tests and benchmarks may hand in others; nothing in the environment changes them. */
export interface HttpLimits {
  bodyBytes: number
  /** Requests for one session, or for one address without a session that is known here, in `windowMs`; pages are reads. */
  reads: number
  writes: number
  /** Calls of machines from one address, in `windowMs`; what a call's own token may do is its module's. */
  machines: number
  windowMs: number
  /** Time in which the whole of a request has to arrive. */
  requestMs: number
  headersMs: number
  /** What takes longer to answer leaves a line in the log. */
  slowMs: number
}

/** Well above what is guaranteed (20 reads and 5 writes a second for a session), so that a burst passes. */
export const httpLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  reads: 600,
  writes: 150,
  machines: 6000,
  windowMs: 10_000,
  requestMs: 30_000,
  headersMs: 15_000,
  slowMs: 1_000,
}
