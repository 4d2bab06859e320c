import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { numberedRules, quotesOf, unquotedRules } from './numbered-rules.ts'
import { root } from './root.ts'
import { sourceFiles } from './source-files.ts'

const rules = numberedRules(path.join(root, 'docs/rules'))
const quotes = ['apps', 'packages', 'e2e', 'realchain', 'tools/src/release']
  .flatMap((folder) => sourceFiles(path.join(root, folder)))
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) || file.includes('/conformance/'))
  .flatMap((file) => quotesOf(path.relative(root, file), readFileSync(file, 'utf8')))

describe('numbered rules', () => {
  it('are found, and so are the tests that quote them', () => {
    expect(rules.length).toBeGreaterThan(250)
    expect(quotes.length).toBeGreaterThan(400)
  })
  it('are each quoted by a test', () => {
    expect(unquotedRules(rules, quotes).map(({ page, number }) => `${page} ${number}`)).toEqual([])
  })
  it('exist wherever a test quotes one', () => {
    const known = new Set(rules.map(({ number }) => number))
    const unknown = quotes.filter(({ number }) => !known.has(number))
    expect(unknown.map(({ file, number }) => `${file} ${number}`)).toEqual([])
  })
  it('have each number once', () => {
    const seen = rules.map(({ number }) => number)
    expect(seen.filter((one, i) => seen.indexOf(one) !== i)).toEqual([])
  })
  it('have one letter for each page, and no page two', () => {
    const pairs = new Set(rules.map(({ page, number }) => `${number.charAt(0)} ${page}`))
    const [letters, pages] = [
      new Set([...pairs].map((pair) => pair.charAt(0))),
      new Set(rules.map(({ page }) => page)),
    ]
    expect([letters.size, pages.size]).toEqual([pairs.size, pairs.size])
  })
})

describe('a rule that is half a change is found', () => {
  const quote = (text: string) => quotesOf('apps/web/src/a.test.ts', text).map(({ number }) => number)
  it.each([
    ["it('P1: works')", ['P1']],
    ["describe('P1, P2: work')", ['P1', 'P2']],
    ["test('6.3.8 A7: works')", ['A7']],
    ["it.each([1])('P3: %s')", ['P3']],
    ['it(`P4: works`)', ['P4']],
    ["const scenario = { rule: 'C3' }", ['C3']],
    ["it('works as P1: says')", []],
    ["say('P1: is no test')", []],
  ])('%s quotes %j', (text, numbers) => {
    expect(quote(text)).toEqual(numbers)
  })
  it('a rule that no test quotes is named', () => {
    const [one, other] = [
      { page: 'page.md', number: 'P1' },
      { page: 'page.md', number: 'P2' },
    ]
    expect(unquotedRules([one, other], [{ file: 'a.test.ts', number: 'P1' }])).toEqual([other])
  })
})
