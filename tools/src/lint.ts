import { runInstalled } from './run-command.ts'

// `npm run lint`: ESLint over the whole checkout, part by part. Each part is a process of its own, since ESLint keeps
// the types of every file it has seen: all of them at once no longer fit into Node's 4 GB, and the last minutes before
// that went into collecting garbage. Files named on the command line are checked alone.
const big = ['apps/server', 'apps/web', 'packages', 'apps/simnet']
const parts = [
  ...big.map((folder) => [folder]),
  ['.', ...big.flatMap((folder) => ['--ignore-pattern', `${folder}/`])],
]
const named = process.argv.slice(2)

let failed = 0
for (const part of named.length > 0 ? [named] : parts)
  if ((await runInstalled('eslint/bin/eslint.js', [...part, '--max-warnings', '0'])) !== 0) failed += 1
console.log(`lint: ${failed === 0 ? 'no finding' : `${failed} parts have findings`}`)
process.exitCode = failed === 0 ? 0 : 1
