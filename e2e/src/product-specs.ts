import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const specs = fileURLToPath(new URL('../specs/', import.meta.url))
const importing = /\b(?:from|import\()\s*'(\.[^']+)'/g

/**
 * The specs that use a running product, by what they import: `product.ts` (the shared one) or `start-product.ts` (one of
 * their own). All others need the built page alone. Derived, so that no list can be wrong.
 */
export function productSpecs(): string[] {
  const files = readdirSync(specs).filter((name) => name.endsWith('.spec.ts'))
  return files.map((name) => path.join(specs, name)).filter((file) => needsProduct(file, new Set()))
}

function needsProduct(file: string, seen: Set<string>): boolean {
  if (/\/(start-)?product\.ts$/.test(file)) return true
  if (seen.has(file) || !file.endsWith('.ts')) return false
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(importing)].some(([, name = '']) =>
    needsProduct(path.resolve(path.dirname(file), name), seen),
  )
}
