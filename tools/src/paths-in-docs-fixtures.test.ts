import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'

const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8')

/** Pages that say where things are. `adding-a-channel.md` names a folder that its reader makes. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...['docs/', 'docs/decisions/'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md') && name !== 'adding-a-channel.md')
      .map((name) => `${folder}${name}`),
  ),
]

/** Paths from the top of the repository, whole ones: patterns and places to fill in are none. */
function pathsIn(text: string): string[] {
  const named = text.matchAll(/`((?:apps|bench|docs|e2e|packages|realchain|tools)\/[\w./-]+)`/g)
  return [...named].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

const missingOf = (text: string) => pathsIn(text).filter((name) => !existsSync(path.join(root, name)))

describe('paths in docs', () => {
  it('lead to something', () => {
    expect(pages.flatMap((page) => missingOf(textOf(page)).map((name) => `${page}: ${name}`))).toEqual([])
    expect(pages.flatMap((page) => pathsIn(textOf(page))).length).toBeGreaterThan(40)
  })

  it('that lead nowhere are found', () => {
    expect(missingOf('see `apps/server/src/gone.ts`, `docs/rules/`, `packages/*/src`')).toEqual([
      'apps/server/src/gone.ts',
    ])
  })
})
