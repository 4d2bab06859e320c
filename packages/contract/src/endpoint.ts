import * as z from 'zod/mini'

/**
 * Who may call: anybody; anybody with a session; somebody with a session who may read the network of the path
 * parameter `blockchainId`; a machine, with rules of its own (no cookies, no CSRF).
 */
export type Access = 'public' | 'session' | 'network' | 'machine'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the contract as data. `responses` holds the answers that are not errors; errors are `Problem`. */
export interface Endpoint {
  method: Method
  /** With `{name}` for path parameters and the slash at the end. */
  path: string
  access: Access
  params: z.ZodMiniType
  query: z.ZodMiniType
  body: z.ZodMiniType | null
  /** Content type of the body where it is not JSON: a form of a provider's callback, or a file. */
  takes?: 'form' | 'multipart'
  responses: Readonly<Record<number, z.ZodMiniType>>
  /** Statuses of the errors this call may answer with, beside 400, 429 and 500. */
  errors: readonly number[]
  /** What the body of the success is; everything but JSON is written by the handler itself. */
  produces: 'json' | 'event-stream' | 'text' | 'webp' | 'nothing'
}

/** Parameters of a call that has none. Unknown query parameters are ignored, so the object is loose nowhere. */
export const Nothing = z.object({})

/** The body of an answer without one (204, 304). */
export const NoContent = z.undefined()

const readDecimal = (text: unknown): number =>
  typeof text === 'string' && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN
/** Numbers in paths and queries come as text: digits only and in one spelling, so that `1e0` and `01` are none. */
export const Decimal = z.transform(readDecimal)
/** A whole number of that kind, from 0. */
export const wholeNumber = (maximum: number) =>
  z.pipe(Decimal, z.int().check(z.minimum(0), z.maximum(maximum)))

/** 2^31 - 1 bounds ids to the column's type. */
export const Id = wholeNumber(2_147_483_647)
export const NetworkParams = z.object({ blockchainId: Id })
