import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { keepPassword, readPassword, takeDemoFolder } from './demo-folder.ts'

const base = mkdtempSync(path.join(tmpdir(), 'roundsman-demo-'))
afterAll(() => rmSync(base, { recursive: true }))

it('keeps its password between runs, for its owner only', () => {
  const folder = takeDemoFolder(path.join(base, 'kept'), false)
  expect(readPassword(folder)).toBeNull()
  writeFileSync(folder.passwordFile, 'an older one', { mode: 0o644 })
  keepPassword(folder, 'secret')
  expect(readPassword(takeDemoFolder(folder.path, false))).toBe('secret')
  expect(statSync(folder.passwordFile).mode & 0o777).toBe(0o600)
})

it('starts over with --fresh', () => {
  const folder = takeDemoFolder(path.join(base, 'fresh'), false)
  keepPassword(folder, 'secret')
  writeFileSync(path.join(folder.path, 'database'), '')
  expect(readPassword(takeDemoFolder(folder.path, true))).toBeNull()
  expect(existsSync(path.join(folder.path, 'database'))).toBe(false)
})

it('never empties a folder that is not its own', () => {
  const file = path.join(base, 'precious')
  writeFileSync(file, 'x')
  expect(() => takeDemoFolder(base, true)).toThrow('leaves it alone')
  expect(existsSync(file)).toBe(true)
})
