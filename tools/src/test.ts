import path from 'node:path'
import { parseArgs } from 'node:util'
import { allTiers } from './tiers/all-tiers.ts'
import { chooseTiers } from './tiers/choose-tiers.ts'
import { closingList } from './tiers/closing-list.ts'
import { otherNodeTiers } from './tiers/other-node.ts'
import { runTiers } from './tiers/run-tiers.ts'

// `npm test`: every tier that this machine can run but those on request, or those that `--tier a,b` names. REQUIRE_TIERS=a,b in the
// environment turns "not run" of a named tier into a failure. `--also-node <path>` runs what may differ between two
// Node lines on another Node as well.
const known = allTiers.map(({ name }) => name)
const { values } = parseArgs({ options: { tier: { type: 'string' }, 'also-node': { type: 'string' } } })
const usual = allTiers.filter(({ onRequest }) => onRequest !== true).map(({ name }) => name)
const chosen = values.tier === undefined ? usual : chooseTiers(values.tier, known, '--tier')
const required = chooseTiers(process.env['REQUIRE_TIERS'] ?? '', known, 'REQUIRE_TIERS')

const again = values['also-node'] === undefined ? [] : otherNodeTiers(path.resolve(values['also-node']))
const tiers = [...allTiers.filter(({ name }) => chosen.includes(name)), ...again]
const { lines, good } = closingList(await runTiers(tiers, console.log), required)
console.log(`\n${lines.join('\n')}`)
process.exitCode = good ? 0 : 1
