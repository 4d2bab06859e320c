import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtureExpectation } from './fixture-expectation.ts'
import { root } from './root.ts'
import { sourceFiles } from './source-files.ts'

const folder = path.join(root, 'tools/fixtures/types')
const compilers = ['ts7', 'typescript'].map((name) => path.join(root, 'node_modules', name, 'bin/tsc'))

describe.each(compilers)('%s says of each fixture what the fixture says of itself', (compiler) => {
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })

  it.each(sourceFiles(folder).map((file) => path.basename(file)))('%s', (name) => {
    const found = [...stdout.matchAll(/^(.+?)\(\d+,\d+\): error (TS\d+)/gm)].filter(
      (match) => match[1] === name,
    )
    expect(found.map((match) => match[2]).sort()).toEqual(fixtureExpectation(path.join(folder, name)))
  })
})

describe('the formatter', () => {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
  const source = readFileSync(path.join(root, 'tools/fixtures/format/not-formatted.ts'), 'utf8')

  it('writes a fixture anew that is not formatted', () => {
    const run = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path=not-formatted.ts'], {
      cwd: root,
      encoding: 'utf8',
      input: source,
    })
    expect(run.stdout).toBe("export const a = { b: 1, c: 'x' }\n")
  })
})
