import type * as z from 'zod/mini'

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
