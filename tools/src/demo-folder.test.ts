import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockDirectory } from '../../apps/server/src/platform/db/embedded/data-directory.ts'
import { keepPassword, readPassword, takeDemoFolder } from './demo-folder.ts'

const base = mkdtempSync(path.join(tmpdir(), 'roundsman-demo-'))
afterAll(() => rmSync(base, { recursive: true }))

it('keeps its password between runs, for its owner only', async () => {
  const folder = await takeDemoFolder(path.join(base, 'kept'), false)
  expect(readPassword(folder)).toBeNull()
  writeFileSync(folder.passwordFile, 'an older one', { mode: 0o644 })
  keepPassword(folder, 'secret')
  expect(readPassword(await takeDemoFolder(folder.path, false))).toBe('secret')
  expect(statSync(folder.passwordFile).mode & 0o777).toBe(0o600)
})

it('starts over with --fresh', async () => {
  const folder = await takeDemoFolder(path.join(base, 'fresh'), false)
  keepPassword(folder, 'secret')
  writeFileSync(path.join(folder.path, 'database'), '')
  expect(readPassword(await takeDemoFolder(folder.path, true))).toBeNull()
  expect(existsSync(path.join(folder.path, 'database'))).toBe(false)
})

it('never empties a folder that is not its own', async () => {
  const file = path.join(base, 'precious')
  writeFileSync(file, 'x')
  await expect(takeDemoFolder(base, true)).rejects.toThrow('leaves it alone')
  expect(existsSync(file)).toBe(true)
})

it('never touches a folder that a running Roundsman has', async () => {
  const folder = await takeDemoFolder(path.join(base, 'running'), false)
  keepPassword(folder, 'secret')
  const lock = await lockDirectory(folder.path)
  await expect(takeDemoFolder(folder.path, true)).rejects.toThrow('in use')
  await lock.release()
  expect(readPassword(folder)).toBe('secret')
})
