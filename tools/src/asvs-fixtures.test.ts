import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'

/** Numbers of OWASP ASVS 5.0.0, levels 1 and 2: of each section which items. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
}
const wanted = Object.entries(sections).flatMap(([section, items]) =>
  items.split(' ').map((item) => `${section}.${item}`),
)

/** Of level 3, on purpose. */
const beyond = ['1.2.10', '3.4.7', '3.4.8', '5.2.6', '6.3.7', '6.3.8', '11.3.4', '15.2.4']

const text = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \| [123] \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', level = '', , state = '', where = '', test = '']) => ({
    number,
    level,
    state,
    where,
    test,
  }))
const [, unmet = ''] = text.split('## Not met')
const listed = new Set((unmet.split('\n## ')[0] ?? '').match(/\b\d+\.\d+\.\d+\b/g))
const rules = new Set(
  readdirSync(path.join(root, 'docs/rules')).flatMap((page) =>
    [
      ...readFileSync(path.join(root, 'docs/rules', page), 'utf8').matchAll(
        /\*\*([A-Z]\d+)\*\*|^- ([A-Z]\d+):/gm,
      ),
    ].map(([, bold, plain]) => bold ?? plain),
  ),
)

describe('the rows of OWASP ASVS', () => {
  it('are there, each once: levels 1 and 2, and of level 3 what is named', () => {
    expect(wanted).toHaveLength(253)
    const numbers = rows.map(({ number }) => number)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    expect([...numbers].sort()).toEqual([...wanted, ...beyond].sort())
    expect(rows.filter(({ level }) => level === '3').map(({ number }) => number)).toEqual(beyond)
  })

  it('say whether and where they are met, by rules that there are', () => {
    for (const { number, state, where } of rows) {
      expect([number, state]).toEqual([
        number,
        expect.stringMatching(/^(met|not applicable|operator|\*\*not met\*\*)$/),
      ])
      expect([number, /^.?\w/.test(where)]).toEqual([number, true])
      const unknown = [...where.matchAll(/\b([A-Z]\d{1,3})\b(?!-)/g)].filter(
        ([, rule = '']) => !rules.has(rule) && !/^P256$/.test(rule),
      )
      expect([number, unknown.map(([rule]) => rule)]).toEqual([number, []])
    }
  })

  it('are at the top of the page where they are not met, and as many as it says', () => {
    const inState = (state: string) => rows.filter((row) => row.state === state && row.level !== '3')
    for (const { number } of rows.filter(({ state }) => state === '**not met**'))
      expect([number, listed.has(number)]).toEqual([number, true])
    const [, all, met, none, operator, gaps] =
      /Of (\d+) rows of levels 1 and 2, (\d+) are met, (\d+) do not apply, (\d+) are up to whoever runs the site, and (\d+) are not met/.exec(
        text,
      ) ?? []
    expect([all, met, none, operator, gaps].map(Number)).toEqual([
      wanted.length,
      ...['met', 'not applicable', 'operator', '**not met**'].map((state) => inState(state).length),
    ])
  })
})
