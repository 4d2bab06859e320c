import { parseArgs } from 'node:util'
import { allTiers } from './tiers/all-tiers.ts'
import { chooseTiers } from './tiers/choose-tiers.ts'
import { closingList } from './tiers/closing-list.ts'
import type { TierResult } from './tiers/tier.ts'

// `npm test`: every tier that this machine can run, or those that `--tier a,b` names. REQUIRE_TIERS=a,b in the
// environment turns "not run" of a named tier into a failure.
const known = allTiers.map(({ name }) => name)
const { values } = parseArgs({ options: { tier: { type: 'string' } } })
const chosen = values.tier === undefined ? known : chooseTiers(values.tier, known, '--tier')
const required = chooseTiers(process.env['REQUIRE_TIERS'] ?? '', known, 'REQUIRE_TIERS')

const results: TierResult[] = []
for (const tier of allTiers.filter(({ name }) => chosen.includes(name))) {
  console.log(`\n── ${tier.name} ──`)
  results.push({ tier: tier.name, outcome: await tier.run() })
}
const { lines, good } = closingList(results, required)
console.log(`\n${lines.join('\n')}`)
process.exitCode = good ? 0 : 1
