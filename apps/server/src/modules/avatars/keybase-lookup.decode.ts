import * as z from 'zod/mini'

/** Of keybase's `user/lookup` with `fields=pictures`; people and pictures may be missing. */
const Lookup = z.object({
  status: z.object({ code: z.int() }),
  them: z.nullish(
    z.array(
      z.nullable(
        z.object({
          pictures: z.nullish(z.object({ primary: z.nullish(z.object({ url: z.nullish(z.string()) })) })),
        }),
      ),
    ),
  ),
})

/** Keybase's own codes. https://keybase.io/docs/api/1.0/call/user/lookup */
const ok = 0
const notFound = 205

/**
 * What an answer says of the one who has a key: the address of their picture, or null where there is nobody, no
 * picture, or more than one who has such a key, so that nobody can say whose picture it is. 'unusable': it is no answer.
 */
export function decodeLookup(text: string): { address: string | null } | 'unusable' {
  const read = Lookup.safeParse(parsed(text))
  if (!read.success) return 'unusable'
  const { status, them } = read.data
  if (status.code === notFound) return { address: null }
  if (status.code !== ok) return 'unusable'
  const people = (them ?? []).filter((one) => one !== null)
  const [one] = people
  return { address: people.length === 1 ? (one?.pictures?.primary?.url ?? null) : null }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
