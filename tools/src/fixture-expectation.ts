import { readFileSync } from 'node:fs'

/** What a fixture's first line promises: `// must fail: <rule> <rule>` or `// passes`, with a reason if it surprises. */
export function fixtureExpectation(file: string): string[] {
  const first = readFileSync(file, 'utf8').split('\n')[0] ?? ''
  if (first.startsWith('// passes')) return []
  const rules = /^\/\/ must fail: (.+)$/.exec(first)?.[1]
  if (rules === undefined) throw new Error(`${file} does not say what is expected of it`)
  return rules.split(' ').sort()
}
