import { existsSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../find-program.ts'
import { root } from '../root.ts'
import { runCommand } from '../run-command.ts'

/**
 * Installs an engine of the tests into its own folder by its own lock file, once; without install scripts.
 * Undefined when it cannot be had (no network, another platform).
 */
export async function installEngine(
  name: 'postgres' | 'chromium' | 'buf' | 'release',
  proof: string,
  /** What is for another platform than this one, too. */
  everyPlatform = false,
): Promise<string | undefined> {
  const folder = path.join(root, 'tools/engines', name)
  if (existsSync(path.join(folder, proof))) return folder
  const npm = findProgram(['npm'])
  if (npm === undefined) return undefined
  console.log(`Installing tools/engines/${name} …`)
  const code = await runCommand(
    npm,
    [
      'ci',
      '--ignore-scripts',
      '--no-workspaces',
      '--no-audit',
      '--no-fund',
      ...(everyPlatform ? ['--force'] : []),
    ],
    { cwd: folder },
  )
  return code === 0 && existsSync(path.join(folder, proof)) ? folder : undefined
}
