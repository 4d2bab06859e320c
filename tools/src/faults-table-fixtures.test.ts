import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { quotesOf } from './numbered-rules.ts'
import { root } from './root.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Rows of the table of `docs/faults.md`: the fault's number or name, and what shows that it does no harm. */
const rows = [...read('docs/faults.md').matchAll(/^\| ([^|]+) \|[^|]+\|[^|]+\| ([^|]+) \|$/gm)].map(
  ([, fault = '', shownBy = '']) => ({ fault, shownBy }),
)

/** Faults that have a name in place of a number. */
const named = [
  ...[
    'read-only disk',
    'torn page',
    'clock back and forth',
    'memory limit',
    'too many files',
    'DNS away',
    'overload',
  ],
  ...['PostgreSQL restarted', 'PostgreSQL slow', 'PostgreSQL promoted', 'partition'],
  ...['watch stopped', 'notify stopped', 'web stopped'],
  ...['mail, chats and phones', 'store of series', 'store of bridges', 'votes unread'],
]

it('every fault is in the table, once', () => {
  const numbered = Array.from({ length: 25 }, (_, index) => String(index + 1))
  expect(rows.map(({ fault }) => fault).toSorted()).toEqual([...numbered, ...named].toSorted())
})

it('each is shown by tests that quote the rules named with them', () => {
  const claims = rows.flatMap(({ fault, shownBy }) =>
    [...shownBy.matchAll(/((?:[A-Z]\d+ )+)`([^`]+)`/g)].map(([, rules = '', file = '']) => ({
      fault,
      file,
      rules: rules.trim().split(' '),
    })),
  )
  expect(claims.length).toBeGreaterThan(40)
  const broken = claims.flatMap(({ fault, file, rules }) => {
    const quoted = quotesOf(file, read(file)).map(({ number }) => number)
    return rules.filter((rule) => !quoted.includes(rule)).map((rule) => `${fault}: ${rule} ${file}`)
  })
  expect(broken).toEqual([])
})
