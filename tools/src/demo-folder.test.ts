import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { takeDemoFolder } from './demo-folder.ts'

const base = mkdtempSync(path.join(tmpdir(), 'roundsman-demo-'))
afterAll(() => rmSync(base, { recursive: true }))

it('keeps its password between runs, for its owner only', () => {
  const folder = path.join(base, 'kept')
  const { password } = takeDemoFolder(folder, false)
  expect(password.length).toBeGreaterThanOrEqual(16)
  expect(takeDemoFolder(folder, false).password).toBe(password)
  expect(statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600)
})

it('starts over with --fresh', () => {
  const folder = path.join(base, 'fresh')
  const { password } = takeDemoFolder(folder, false)
  writeFileSync(path.join(folder, 'database'), '')
  expect(takeDemoFolder(folder, true).password).not.toBe(password)
  expect(existsSync(path.join(folder, 'database'))).toBe(false)
})

it('never empties a folder that is not its own', () => {
  const file = path.join(base, 'precious')
  writeFileSync(file, 'x')
  expect(() => takeDemoFolder(base, true)).toThrow('leaves it alone')
  expect(existsSync(file)).toBe(true)
})
