import { readdirSync } from 'node:fs'
import path from 'node:path'

const skipped = new Set([
  'node_modules',
  'dist',
  'fixtures',
  'engines',
  '.build',
  '.cache',
  '.data',
  'test-results',
])

/** Every TypeScript file below a folder, without what is built, installed or meant to fail. */
export function sourceFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (skipped.has(entry.name)) return []
      const name = path.join(folder, entry.name)
      if (entry.isDirectory()) return sourceFiles(name)
      return /\.(ts|tsx)$/.test(entry.name) ? [name] : []
    })
  } catch {
    return []
  }
}
