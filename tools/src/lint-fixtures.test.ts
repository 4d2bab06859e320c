import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { ambientBans } from '../lint/ambient-table.js'
import { fixtureExpectation } from './fixture-expectation.ts'
import { root } from './root.ts'

const folder = path.join(root, 'tools/fixtures/lint')
const eslint = new ESLint({ cwd: folder, overrideConfigFile: path.join(root, 'eslint.config.js') })
const results = await eslint.lintFiles(['.'])

interface Typed {
  diagnostics: { code: string; filename: string }[]
}

/** What the linter that knows types says: `typescript/no-floating-promises`, with the file from the fixtures' folder. */
function typedFindings(): { rule: string; file: string }[] {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(
    process.execPath,
    [oxlint, '-c', path.join(root, '.oxlintrc.json'), '-f', 'json', '.'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  const { diagnostics } = JSON.parse(run.stdout) as Typed
  return diagnostics.map(({ code, filename }) => ({
    rule: code.replace(/^(.+)\((.+)\)$/, '$1/$2'),
    file: path.normalize(filename),
  }))
}
const typed = typedFindings()

describe('the linters say of each fixture what the fixture says of itself', () => {
  it.each(results.map((result) => [path.relative(folder, result.filePath), result] as const))(
    '%s',
    (_name, result) => {
      const found = result.messages.map((message) => message.ruleId ?? 'null')
      const withTypes = typed.filter(({ file }) => file === path.relative(folder, result.filePath))
      expect([...found, ...withTypes.map(({ rule }) => rule)].sort()).toEqual(
        fixtureExpectation(result.filePath),
      )
    },
  )

  it('has a failing fixture for every ban of the table', () => {
    const failing = new Set(results.flatMap((result) => result.messages.map((message) => message.ruleId)))
    for (const ban of ambientBans) expect(failing).toContain(`roundsman/${ban.name}`)
  })

  it('names what to use instead', () => {
    const messages = results.flatMap((result) => result.messages.map((message) => message.message))
    for (const ban of ambientBans) expect(messages.some((text) => text.includes(ban.message))).toBe(true)
  })
})

describe('a file has one subject, and shows it by its length', () => {
  it.each([
    ['long.ts', 400, ['max-lines']],
    ['long.test.ts', 500, ['max-lines']],
    ['long.data.ts', 550, []],
  ])('%s may have %i lines', async (name, most, beyond) => {
    const filePath = path.join(folder, 'packages/timeseries/src', name)
    const lines = Array.from({ length: most + 1 }, (_, index) => `export const line${index} = ${index}`)
    const complaints = async (text: string) =>
      (await eslint.lintText(text, { filePath })).flatMap(({ messages }) =>
        messages.map(({ ruleId }) => ruleId),
      )
    expect(await complaints(lines.slice(1).join('\n'))).toEqual([])
    expect(await complaints(lines.join('\n'))).toEqual(beyond)
  })
})

describe('the real configuration', () => {
  const real = new ESLint({ cwd: root })

  it.each([
    'apps/server/src/app.ts',
    'apps/web/src/app/main.tsx',
    'packages/cometbft/src/domain.test.ts',
    'tools/src/root.ts',
  ])('has no rule at "warn" for %s', async (file) => {
    const { rules } = (await real.calculateConfigForFile(path.join(root, file))) as {
      rules: Record<string, [number]>
    }
    const warnings = Object.entries(rules).filter(([, [severity]]) => severity === 1)
    expect(Object.keys(rules).length).toBeGreaterThan(40)
    expect(warnings).toEqual([])
  })

  it('does not look at fixtures', async () => {
    expect(await real.isPathIgnored('tools/fixtures/lint/packages/cometbft/src/loose.ts')).toBe(true)
  })
})
