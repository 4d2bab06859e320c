import fc from 'fast-check'

/** As much of JSON Schema as the OpenAPI document uses; a test of the run fails where it uses more. */
export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}

/** Lists and texts are kept short here; what is too long is another kind of request. */
const longest = { list: 4, text: 60 }

/** Of all of Unicode, halves of surrogate pairs too. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

const known = new WeakMap<JsonSchema, fc.Arbitrary<unknown>>()

/** Values that a schema takes. */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const made = known.get(schema) ?? make(schema)
  known.set(schema, made)
  return made
}

function make(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => make({ ...schema, type: one })))
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -(2 ** 31),
        max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), {
        maxLength: Math.min(schema.maxItems ?? longest.list, longest.list),
      })
    case 'object':
      return objectOf(schema)
    case undefined:
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`The generator knows no type ${type}; add it to testing/fuzz/json-schema.ts.`)
  }
}

function textOf({ pattern, minLength = 0, maxLength = longest.text }: JsonSchema): fc.Arbitrary<string> {
  const max = Math.max(minLength, Math.min(maxLength, longest.text))
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength)
  const sizes = { minLength, maxLength: max }
  return fc.oneof(
    { arbitrary: fc.string(sizes), weight: 4 },
    {
      arbitrary: fc.string({ ...sizes, unit: anyCharacter }).filter((text) => text.length <= maxLength),
      weight: 1,
    },
  )
}

function objectOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const own = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, arbitraryOf(one)])),
    { requiredKeys: required },
  )
  if (typeof additionalProperties !== 'object') return own
  const more = fc.dictionary(
    arbitraryOf(schema.propertyNames ?? { type: 'string' }) as fc.Arbitrary<string>,
    arbitraryOf(additionalProperties),
    {
      maxKeys: longest.list,
    },
  )
  return fc.tuple(own, more).map(([one, other]) => ({ ...other, ...one }))
}
