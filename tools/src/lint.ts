import { runInstalled } from './run-command.ts'

// `npm run lint`: two linters over the whole checkout, or over the files that the command line names. oxlint asks what
// needs the types of other files (.oxlintrc.json), ESLint what a file shows by itself (eslint.config.js).
const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['.']
// Not in the configuration, by which the fixtures are checked too.
const typed = [
  '--ignore-pattern',
  'tools/fixtures/**',
  '--ignore-pattern',
  '**/generated/**',
  '--deny-warnings',
]

const linters: [string, string[]][] = [
  ['oxlint/bin/oxlint', typed],
  ['eslint/bin/eslint.js', ['--max-warnings', '0']],
]
const codes: number[] = []
for (const [file, options] of linters) codes.push(await runInstalled(file, [...options, ...files]))
const failed = codes.some((code) => code !== 0)
console.log(`lint: ${failed ? 'problems found' : 'no problems'}`)
process.exitCode = failed ? 1 : 0
