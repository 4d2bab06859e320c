import { readFileSync } from 'node:fs'

/** A captured answer of a real node, parsed. */
export function capture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'))
}

/** The shape of a JSON value: keys in order, and types down to the forms that readers depend on. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((each) => JSON.stringify(shapeOf(each))))].sort()
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
  }
  if (typeof value !== 'string') return value === null ? 'null' : typeof value
  if (value === '') return 'empty'
  if (/^-?\d+$/.test(value)) return 'digits'
  if (value === '0001-01-01T00:00:00Z') return 'zero time'
  if (/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{1,9}Z$/.test(value)) return 'time'
  if (/^[0-9A-F]{64}$/.test(value)) return 'hash'
  if (/^[0-9A-F]{40}$/.test(value)) return 'address'
  if (/^[0-9a-f]{40}$/.test(value)) return 'node id'
  return /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length > 40 ? 'base64' : 'text'
}
