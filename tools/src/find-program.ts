import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The first of these names that can be run: absolute paths as they are, others along the PATH. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const candidates = names.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  )
  return candidates.find(canRun)
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
