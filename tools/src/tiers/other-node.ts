import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { runVitest } from './run-suites.ts'
import type { Tier } from './tier.ts'

/** Unit and server tests once more, on the Node of this path; they count as tiers of their own. */
export function otherNodeTiers(node: string): Tier[] {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`--also-node: ${node} does not run`)
  // What the tests start by name has to be the same Node.
  const env = {
    PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    TEST_DATABASE_URL: undefined,
  }
  return ['unit', 'server'].map((project) => ({
    name: `${project} on Node ${stdout.trim().replace(/^v/, '')}`,
    run: async () => ({ ran: await runVitest(['--project', project], { node, env }) }),
  }))
}
