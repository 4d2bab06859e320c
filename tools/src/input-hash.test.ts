import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { inputHash } from './input-hash.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-hash-'))
const put = (name: string, content: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), content)
}
put('src/a.ts', 'one')
const first = inputHash(folder, ['src'])

afterAll(() => rmSync(folder, { recursive: true }))

it('stays when a file only looks newer, or a test changes', () => {
  utimesSync(path.join(folder, 'src/a.ts'), 1, 1)
  put('src/a.test.ts', 'test')
  put('src/testing/fake.ts', 'fake')
  put('src/dist/a.js', 'built')
  expect(inputHash(folder, ['src'])).toBe(first)
})

it('changes with content, with a name and with a new file', () => {
  put('src/a.ts', 'two')
  const second = inputHash(folder, ['src'])
  put('src/b.ts', '')
  const third = inputHash(folder, ['src'])
  expect(new Set([first, second, third]).size).toBe(3)
})

it('takes a file that is not there as nothing', () => {
  expect(inputHash(folder, ['nowhere'])).toBe(inputHash(folder, []))
})
