import * as z from 'zod/mini'

/**
 * Who may call: anybody; anybody with a session; somebody with a session who may read the network that the call names
 * (`networkField`); a machine, with rules of its own (no cookies, no CSRF, a limit for each address).
 */
export type Access = 'public' | 'session' | 'network' | 'machine'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the contract as data. `responses` holds the answers that are not errors; errors are `Problem`. */
export interface Endpoint {
  method: Method
  /** With `{name}` for path parameters and the slash at the end. */
  path: string
  access: Access
  params: z.ZodMiniObject
  /** Of texts, or lists of them for names that may repeat (`wholeNumber`, `repeated`, `optional` below). */
  query: z.ZodMiniObject
  body: z.ZodMiniType | null
  /** Content type of the body where it is not JSON: a form of a provider's callback, or a file. */
  takes?: 'form' | 'multipart'
  /** Or bytes that the handler reads itself (`body` is `RawBody` then): of these types, gzipped or not, up to so many. */
  raw?: { types: readonly string[]; maxBytes: number }
  responses: Readonly<Record<number, z.ZodMiniType>>
  /** Statuses of the errors this call may answer with, beside 400, 429 and 500. */
  errors: readonly number[]
  /** Refused (503, `overloaded`) while the server has too much to do for what nobody is woken by. */
  yields?: true
  /** What the body of the success is; everything but JSON is written by the handler itself. `otlp`: also of errors. */
  produces: 'json' | 'event-stream' | 'text' | 'xml' | 'calendar' | 'webp' | 'otlp' | 'nothing'
}

/** Of the path, as numbers and words; what the server's handlers get and the page hands in. */
export type ParamsOf<E extends Endpoint> = z.output<E['params']>
/** Of the query, likewise: names that may repeat are arrays, what may be left out may be undefined. */
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined
/** What the success answers carry. */
export type AnswerOf<E extends Endpoint> = z.output<E['responses'][keyof E['responses']] & z.ZodMiniType>

/** Parameters of a call that has none. Unknown query parameters are ignored, so the object is loose nowhere. */
export const Nothing = z.object({})

/** Statuses with which every unsafe call with a body may be refused: CSRF, size, type. */
export const guarded = [403, 413, 415] as const
/** A call that takes nothing and answers JSON. */
export const withoutInput = { params: Nothing, query: Nothing, body: null, produces: 'json' } as const

/** The body of an answer without one (204, 304). */
export const NoContent = z.undefined()

const readDecimal = (text: unknown): number =>
  typeof text === 'string' && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN
/** Numbers in paths and queries come as text: digits only and in one spelling, so that `1e0` and `01` are none. */
export const Decimal = z.transform(readDecimal)
/** A whole number of that kind, from 0. */
export const wholeNumber = (maximum: number) =>
  z.pipe(Decimal, z.int().check(z.minimum(0), z.maximum(maximum)))

/** A value of a query that may be left out; empty (`?type=`) is left out too. */
export const optional = <T extends z.ZodMiniType>(value: T) =>
  z.optional(
    z.pipe(
      z.transform((text: unknown) => (text === '' ? undefined : text)),
      z.optional(value),
    ),
  )
/** A value of a query whose name may repeat, as a list; without one it is empty. At most `most` of them. */
export const repeated = <T extends z.ZodMiniType>(value: T, most: number) =>
  z.pipe(
    z.transform((given: unknown): unknown[] => (given === undefined ? [] : [given].flat())),
    z.array(value).check(z.maxLength(most)),
  )
/** Bytes of a call with `raw`, unpacked, and the content type that they came with. */
export const RawBody = z.object({ type: z.string(), bytes: z.instanceof(Uint8Array) })

/** 2^31 - 1 bounds ids to the column's type. */
export const Id = wholeNumber(2_147_483_647)
export const NetworkParams = z.object({ blockchainId: Id })

/** The names under which a call may name a network: in its path, its query or the top of its body. */
const fields = ['blockchainId', 'blockchain_id']

/** The field of an object's schema that names a network; null where none does. */
export function networkField(schema: z.ZodMiniType | null): { name: string; schema: z.ZodMiniType } | null {
  if (schema === null || !isObject(schema)) return null
  for (const name of fields) {
    const field = schema.shape[name]
    if (field) return { name, schema: field as z.ZodMiniType }
  }
  return null
}

function isObject(schema: z.ZodMiniType): schema is z.ZodMiniObject {
  return schema._zod.def.type === 'object'
}
