import { boundaryRules } from '../lint/boundary-rules.js'
import { checkBoundaries } from './check-boundaries.ts'
import { root } from './root.ts'

// `npm run boundaries`: prints each import that goes the wrong way and what the rule is for.
const { violations, files, seen } = await checkBoundaries(root, [
  'packages',
  'apps',
  'realchain',
  'e2e',
  'bench',
  'tools',
])
for (const { rule, from, to } of violations) {
  const comment = boundaryRules.find(({ name }) => name === rule)?.comment ?? ''
  console.error(`${rule}: ${from} → ${to}\n    ${comment}`)
}
const blind = seen < files || files === 0
if (blind) console.error(`Only ${seen} of ${files} source files were seen: the check proves nothing.`)
console.log(`boundaries: ${files} files, ${violations.length} violations`)
process.exitCode = violations.length > 0 || blind ? 1 : 0
