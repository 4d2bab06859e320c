/** A query as text: a key that stands there several times is an array. */
export type RawSearch = Readonly<Record<string, string | readonly string[]>>

/**
 * Reads a query for the router, which by itself would take `1e5` and `true` for what they are not (100000, a truth; its
 * `parseSearchWith` too, before it asks its parser) and write `12` as `%2212%22`: what stands in an address is text
 * until the page that it belongs to has read it.
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const query = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const values = query.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** Writes a query, with its question mark; what is undefined is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
        query.append(key, String(one))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Understood by every page: the language that the address asks for. */
const everywhere = ['lng']

/**
 * The query that an address ought to have: what the page understands of it, as it writes it, and the language.
 *
 * @param raw as parseSearch gives it
 */
export function canonicalSearch(
  raw: RawSearch,
  understand: ((raw: RawSearch) => object) | undefined,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const key of everywhere) if (typeof raw[key] === 'string') kept[key] = raw[key]
  return { ...kept, ...understand?.(raw) }
}

/** Whether two queries say the same, in whatever order. */
export function sameSearch(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): boolean {
  const sorted = (search: Readonly<Record<string, unknown>>) =>
    stringifySearch(search).slice(1).split('&').sort().join('&')
  return sorted(a) === sorted(b)
}
