import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { administer, demoEmail, demoPassword } from './demo-account.ts'
import type { ChildPrograms, Environment } from './child-programs.ts'
import { type DemoFolder, readPassword } from './demo-folder.ts'

/**
 * Has the simulation write the last 30 days of its chains where a demo starts for the first time, or where such a start
 * was cut off; else null. `withAlerts`: those of the demo's account, too.
 */
export function simulatePast(
  programs: Pick<ChildPrograms, 'run'>,
  folder: DemoFolder,
  { networks, withAlerts }: { networks: readonly string[]; withAlerts: boolean },
): Promise<void> | null {
  const { pastFile } = folder
  if (readPassword(folder) !== null && !existsSync(pastFile)) return null
  console.log('First start: simulating the last 30 days …')
  writeFileSync(pastFile, '')
  const whose = withAlerts ? ['--email', demoEmail] : []
  const written = programs.run('apps/simnet/dist/past.child.js', [
    pastFile,
    '--networks',
    networks.join(','),
    ...whose,
  ])
  // Whoever waits for it hears of it.
  written.catch(() => undefined)
  return written
}

/** Imports what is being written, as anybody's past, before the product starts; it names the demo's account. */
export async function importPast(
  folder: DemoFolder,
  env: Environment,
  written: Promise<void>,
): Promise<void> {
  await Promise.all([written, demoPassword(folder, env)])
  try {
    await administer(['import', folder.pastFile], env)
  } catch (error) {
    // A database that knows these networks already, or an import that was done when this program was cut off.
    console.error(`This demo begins without a past. ${error instanceof Error ? error.message : ''}`)
  }
  rmSync(folder.pastFile)
}
