import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundaryRules } from '../lint/boundary-rules.js'
import { checkBoundaries } from './check-boundaries.ts'
import { fixtureExpectation } from './fixture-expectation.ts'
import { root } from './root.ts'
import { sourceFiles } from './source-files.ts'

const folder = path.join(root, 'tools/fixtures/boundaries')
const report = await checkBoundaries(folder, ['packages', 'apps'])
const files = ['packages', 'apps'].flatMap((name) => sourceFiles(path.join(folder, name)))

describe('the boundary check says of each fixture what the fixture says of itself', () => {
  it.each(files.map((file) => [path.relative(folder, file)]))('%s', (file) => {
    const found = report.violations.filter(({ from }) => from === file).map(({ rule }) => rule)
    expect([...new Set(found)].sort()).toEqual(fixtureExpectation(path.join(folder, file)))
  })

  it('has a failing fixture for every rule', () => {
    const failing = new Set(report.violations.map(({ rule }) => rule))
    expect(boundaryRules.map(({ name }) => name).filter((name) => !failing.has(name ?? ''))).toEqual([])
  })

  it('sees every file', () => {
    expect(report.files).toBe(files.length)
    expect(report.seen).toBe(files.length)
  })

  it('says how little it saw when there is nothing to see', async () => {
    expect(await checkBoundaries(folder, ['nowhere'])).toEqual({ violations: [], files: 0, seen: 0 })
  })
})
