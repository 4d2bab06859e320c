import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// docs/asvs.md names tests for its rows; here its table and the names of the tests are held together.

const root = new URL('../../../', import.meta.url)
const server = 'apps/server/src/'
const paper = readFileSync(new URL('docs/asvs.md', root), 'utf8')

/** Files that a row names, by its number. */
const named = new Map(
  paper
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \| [123] \|/.test(line))
    .map((line) => {
      const cells = line.split('|')
      return [
        cells[1]?.trim() ?? '',
        [...(cells[6] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      ] as const
    }),
)

/** Numbers at the beginnings of the names of tests, by file. */
function numbersByFile(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const files = readdirSync(fileURLToPath(new URL(server, root)), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.test.ts'))) {
    const text = readFileSync(new URL(`${server}${file}`, root), 'utf8')
    const names = text.matchAll(/(?:test|it|describe)(?:\.each\([^]*?\))?\(\s*['"`]((?:\d+\.\d+\.\d+[ :])+)/g)
    const numbers = [...names].flatMap(([, one = '']) => one.split(/[ :]+/).filter((part) => part !== ''))
    if (numbers.length > 0) found.set(`${server}${file}`, new Set(numbers))
  }
  return found
}

test('each test that a row names is there', () => {
  expect(named.size).toBeGreaterThan(250)
  const missing = [...named].flatMap(([number, files]) =>
    files.filter((file) => !existsSync(new URL(file, root))).map((file) => `${number} ${file}`),
  )
  expect(missing).toEqual([])
})

test('each number at the beginning of a test’s name has a row, which names its file', () => {
  const unlisted = [...numbersByFile()].flatMap(([file, numbers]) =>
    [...numbers].filter((number) => !named.get(number)?.includes(file)).map((number) => `${number} ${file}`),
  )
  expect(unlisted).toEqual([])
})
