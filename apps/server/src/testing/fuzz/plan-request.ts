import fc from 'fast-check'
import type { SeededRandom } from '../seeded-random.ts'
import type { Operation } from './api-document.ts'
import type { FuzzActor } from './fuzz-actor.ts'
import { arbitraryOf, type JsonSchema } from './json-schema.ts'
import type { KnownValue } from './known-values.ts'

/** A request before it is sent; whatever is malformed about it was put there by `mutations.data.ts`. */
export interface PlannedRequest {
  operation: Operation
  actor: FuzzActor
  method: string
  url: string
  /** A null leaves out what the browser would send. */
  headers: Record<string, string | null>
  payload: string | Buffer | undefined
  /** The mutation; null: nothing, the request fits its schemas. */
  mutation: string | null
}

export interface Planner {
  values: Readonly<Record<string, KnownValue>>
  /** Bodies of calls that take bytes, by their path: what is in them no schema says. */
  bodies: Readonly<Record<string, (random: SeededRandom) => unknown>>
  /** Bytes of an upload. */
  picture: Buffer
  /** Headers that a call needs beside those of every browser. */
  headersOf(operation: Operation, url: string, body: unknown): Record<string, string>
}

/** A request that fits the schemas of its call, for this actor. */
export async function planRequest(
  planner: Planner,
  operation: Operation,
  actor: FuzzActor,
  random: SeededRandom,
): Promise<PlannedRequest> {
  const params = new Map<string, unknown>()
  for (const { name, schema } of operation.params)
    params.set(name, await valueOf(planner, { name, schema, operation }, actor, random))
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    percent(String(params.get(name))),
  )
  const query = new URLSearchParams()
  for (const { name, schema } of operation.query) {
    const text = String(await valueOf(planner, { name, schema, operation }, actor, random))
    // A query has no null: what may be left out is.
    if (text !== 'null') query.append(name, text)
  }
  const url = query.size > 0 ? `${path}?${query.toString()}` : path
  const body =
    planner.bodies[operation.path]?.(random) ??
    (operation.body && (await bodyOf(planner, operation, operation.body.schema, actor, random)))
  const { payload, type } = encode(planner, operation, body)
  const headers = {
    ...(type === null ? {} : { 'content-type': type }),
    ...planner.headersOf(operation, url, body),
  }
  return { operation, actor, method: operation.method, url, headers, payload, mutation: null }
}

interface Field {
  name: string
  schema: JsonSchema
  operation: Operation
}

/** What is known under the field's name, what answers said under it, else what its schema takes. */
async function valueOf(
  { values }: Planner,
  { name, schema, operation }: Field,
  actor: FuzzActor,
  random: SeededRandom,
): Promise<unknown> {
  if (random.chance(0.85)) {
    const known = await values[name]?.(actor, random, operation.name)
    if (known !== undefined) return known
    const collection = operation.path.split('{')[0] ?? ''
    const seen = actor.seen.get(name === 'id' ? `id of ${collection}` : name)
    if (seen && /(^|_)id$|^width$/.test(name)) return random.pick(seen)
  }
  return sampled(schema, random)
}

async function bodyOf(
  planner: Planner,
  operation: Operation,
  schema: JsonSchema,
  actor: FuzzActor,
  random: SeededRandom,
): Promise<unknown> {
  const body = sampled(schema, random)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const own: Record<string, unknown> = { ...body }
  const choices = schema.anyOf ?? schema.oneOf
  const properties = { ...schema.properties, ...choices?.find((one) => fits(one, own))?.properties }
  for (const [name, one] of Object.entries(properties))
    if (one.enum?.length !== 1 && (name in planner.values || /_id$/.test(name)))
      own[name] = await valueOf(planner, { name, schema: one, operation }, actor, random)
  return own
}

/** True of the choice that a body was made from, where a field says which. */
function fits(
  { required = [], properties = {} }: JsonSchema,
  body: Readonly<Record<string, unknown>>,
): boolean {
  return required.every((name) => {
    const values = properties[name]?.enum
    return name in body && (values?.length !== 1 || values[0] === body[name])
  })
}

function sampled(schema: JsonSchema, random: SeededRandom): unknown {
  return fc.sample(arbitraryOf(schema), { numRuns: 1, seed: random.below(2 ** 31) })[0]
}

function encode(
  { picture }: Planner,
  { body: described }: Operation,
  body: unknown,
): { payload: string | Buffer | undefined; type: string | null } {
  switch (described?.type) {
    case undefined:
      return { payload: undefined, type: null }
    case 'multipart/form-data':
      return { payload: formOf(picture), type: 'multipart/form-data; boundary=b' }
    case 'application/x-www-form-urlencoded':
      return { payload: new URLSearchParams(body as Record<string, string>).toString(), type: described.type }
    default:
      return { payload: JSON.stringify(body), type: 'application/json' }
  }
}

export function formOf(file: Buffer): Buffer {
  const head = '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'
  return Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')])
}

/** Every byte but letters and digits as %XX, halves of surrogate pairs among them. */
export function percent(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte)
      return /[\w-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}
