import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// docs/security.md promises a test for each row; here its table and the names of the tests are held together.

const sources = fileURLToPath(new URL('.', import.meta.url))
const paper = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')

interface Row {
  /** As written: `6.2.1–6.2.9`, `9.1.x`, `7.2.3`. */
  numbers: string[]
  files: string[]
}

const testFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.test.ts'),
)

/** Rows of the table below a heading. */
function rowsUnder(heading: string): Row[] {
  const [, section = ''] = paper.split(`## ${heading}`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| \d/.test(line))
  return lines.map((line) => {
    const [, numbers = '', , tests = ''] = line.split('|')
    const files = [...tests.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => filesOf(name))
    return { numbers: numbers.split(',').map((one) => one.trim()), files }
  })
}

/** `…/` stands for any folder, `*` for any part of a name. What fits no file is given as it is written. */
function filesOf(name: string): string[] {
  const pattern = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*').replace('…/', '(.*/)?')
  const found = testFiles.filter((path) => new RegExp(`^${pattern}$`).test(path))
  return found.length > 0 ? found : [name]
}

/** Numbers at the beginnings of the names of tests, by file. */
function numbersByFile(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of testFiles) {
    const text = readFileSync(join(sources, file), 'utf8')
    const names = text.matchAll(/(?:test|it|describe)(?:\.each\([^]*?\))?\(\s*['"`]((?:\d+\.\d+\.\d+[ :])+)/g)
    const numbers = [...names].flatMap(([, one = '']) => one.split(/[ :]+/).filter((part) => part !== ''))
    if (numbers.length > 0) found.set(file, new Set(numbers))
  }
  return found
}

const parts = (number: string) => number.split('.').map(Number)

/** Whether `7.4.2` is what a row calls `7.4.2`, `7.4.x` or `7.4.1–7.4.3`. */
function covers(written: string, number: string): boolean {
  const [from = '', to] = written.split('–')
  if (from.endsWith('.x')) return number.startsWith(from.slice(0, -1))
  if (to === undefined) return from === number
  const [chapter, section, item = 0] = parts(number)
  const [first, last] = [parts(from), parts(to)]
  const isWithin = item >= (first[2] ?? 0) && (section !== last[1] || item <= (last[2] ?? 0))
  return (
    chapter === first[0] && (section ?? 0) >= (first[1] ?? 0) && (section ?? 0) <= (last[1] ?? 0) && isWithin
  )
}

const held = rowsUnder('What holds, and which test shows it')
const byFile = numbersByFile()

test('each row of the table has, for each of its numbers, a test in a file that it names', () => {
  expect(held.length).toBeGreaterThan(20)
  const missing = held.flatMap(({ numbers, files }) =>
    numbers.filter((written) => {
      const tested = files.flatMap((file) => [...(byFile.get(file) ?? [])])
      return !tested.some((number) => covers(written, number))
    }),
  )
  expect(missing).toEqual([])
})

test('each file of a row is there, and has a test with one of its numbers', () => {
  const idle = held.flatMap(({ numbers, files }) =>
    files.filter(
      (file) => ![...(byFile.get(file) ?? [])].some((number) => numbers.some((one) => covers(one, number))),
    ),
  )
  expect(idle).toEqual([])
})

test('each number at the beginning of a test’s name stands in a row that names its file', () => {
  const unlisted = [...byFile].flatMap(([file, numbers]) =>
    [...numbers]
      .filter(
        (number) =>
          !held.some((row) => row.files.includes(file) && row.numbers.some((one) => covers(one, number))),
      )
      .map((number) => `${number} ${file}`),
  )
  expect(unlisted).toEqual([])
})

test('what is said not to apply is not in the other table', () => {
  const none = rowsUnder('What does not apply, and why').flatMap(({ numbers }) => numbers)
  expect(none.length).toBeGreaterThan(3)
  const both = none.filter((one) => held.some(({ numbers }) => numbers.includes(one)))
  expect(both).toEqual([])
})
