import path from 'node:path'
import { parseArgs } from 'node:util'
import { allTiers } from './tiers/all-tiers.ts'
import { chooseTiers } from './tiers/choose-tiers.ts'
import { closingList } from './tiers/closing-list.ts'
import { otherNodeTiers } from './tiers/other-node.ts'
import type { Outcome, Tier, TierResult } from './tiers/tier.ts'

// `npm test`: every tier that this machine can run, or those that `--tier a,b` names. REQUIRE_TIERS=a,b in the
// environment turns "not run" of a named tier into a failure. `--also-node <path>` runs the unit and server tests on
// another Node as well.
const known = allTiers.map(({ name }) => name)
const { values } = parseArgs({ options: { tier: { type: 'string' }, 'also-node': { type: 'string' } } })
const chosen = values.tier === undefined ? known : chooseTiers(values.tier, known, '--tier')
const required = chooseTiers(process.env['REQUIRE_TIERS'] ?? '', known, 'REQUIRE_TIERS')

const results: TierResult[] = []
const again = values['also-node'] === undefined ? [] : otherNodeTiers(path.resolve(values['also-node']))
for (const tier of [...allTiers.filter(({ name }) => chosen.includes(name)), ...again]) {
  console.log(`\n── ${tier.name} ──`)
  results.push({ tier: tier.name, outcome: await outcomeOf(tier) })
}
const { lines, good } = closingList(results, required)
console.log(`\n${lines.join('\n')}`)
process.exitCode = good ? 0 : 1

/** A tier that breaks before its first test is one failed test, not the end of the run. */
async function outcomeOf(tier: Tier): Promise<Outcome> {
  try {
    return await tier.run()
  } catch (error) {
    console.error(error)
    return { ran: { passed: 0, failed: 1, skipped: 0 } }
  }
}
