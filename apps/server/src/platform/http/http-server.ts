import type { Answer, Body, EndpointName, endpoints, Params, Query } from '@roundsman/contract/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WriteProblem } from './answer-problem.ts'
import type { Call, Caller } from './caller.ts'
import type { KeptBody } from './kept-body.ts'

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
