import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { runVitest } from './run-suites.ts'
import type { Tier } from './tier.ts'

/**
 * What may differ between two Node lines, each a test file or a folder of them: the start, HTTP, the embedded database,
 * and with one life of an account everything that a request passes.
 */
export const otherNodeFiles: readonly string[] = [
  'apps/server/src/main.test.ts',
  'apps/server/src/app.test.ts',
  'apps/server/src/platform/',
  'apps/server/src/modules/accounts/account-journey.test.ts',
]

/**
 * Unit tests that take long and say how a simulated chain goes on, which is arithmetic; what they ask of Node (keys,
 * hashes, HTTP) the files beside them ask too, and those run on both lines.
 */
export const sameOnEveryNode: readonly string[] = [
  'apps/simnet/src/chain/history.test.ts',
  'apps/simnet/src/demo-networks.test.ts',
  'realchain/src/simulated.test.ts',
]

/** Unit tests and these files once more, on the Node of this path; they count as tiers of their own. */
export function otherNodeTiers(node: string): Tier[] {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`--also-node: ${node} does not run`)
  // What the tests start by name has to be the same Node.
  const env = {
    PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    TEST_DATABASE_URL: undefined,
  }
  const suites = { unit: sameOnEveryNode.flatMap((file) => ['--exclude', file]), server: otherNodeFiles }
  return Object.entries(suites).map(([project, files]) => ({
    name: `${project} on Node ${stdout.trim().replace(/^v/, '')}`,
    run: async () => ({ ran: await runVitest(['--project', project, ...files], { node, env }) }),
  }))
}
