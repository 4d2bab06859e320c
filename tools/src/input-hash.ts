import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'testing', 'fixtures'])

/** One value for the names and contents of files and folders; tests do not count, since no build holds them. */
export function inputHash(baseDir: string, inputs: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesBelow(path.join(baseDir, input))).sort()) {
    hash
      .update(`${path.relative(baseDir, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(name: string): string[] {
  if (!existsSync(name)) return []
  if (statSync(name).isFile()) return [name]
  return readdirSync(name, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
    return filesBelow(path.join(name, entry.name))
  })
}
