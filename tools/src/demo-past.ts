import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { administer, demoEmail, demoPassword } from './demo-account.ts'
import type { ChildPrograms, Environment } from './child-programs.ts'
import { type DemoFolder, readPassword } from './demo-folder.ts'

/**
 * Before the first start of a demo: its account, and the last 30 days of its chains, which the simulation writes and the
 * product imports as anybody's. `withAlerts`: those of the demo's account, too. A start that was cut off here does it anew.
 */
export async function beginWithPast(
  programs: Pick<ChildPrograms, 'run'>,
  folder: DemoFolder,
  env: Environment,
  { networks, withAlerts }: { networks: readonly string[]; withAlerts: boolean },
): Promise<void> {
  const { pastFile } = folder
  if (readPassword(folder) !== null && !existsSync(pastFile)) return
  console.log('First start: simulating the last 30 days …')
  writeFileSync(pastFile, '')
  const whose = withAlerts ? ['--email', demoEmail] : []
  const args = [pastFile, '--networks', networks.join(','), ...whose]
  await Promise.all([programs.run('apps/simnet/dist/past.child.js', args), demoPassword(folder, env)])
  try {
    await administer(['import', pastFile], env)
  } catch (error) {
    // A database that knows these networks already, or an import that was done when this program was cut off.
    console.error(`This demo begins without a past. ${error instanceof Error ? error.message : ''}`)
  }
  rmSync(pastFile)
}
