import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isRoomy, openMemoryFolder } from './memory-folder.ts'

const gib = 2 ** 30

test('temporary files lie in memory only where neither it nor its file system can run out', () => {
  expect(isRoomy({ free: 2 * gib, memory: 2 * gib })).toBe(true)
  // What a container has that nobody gave more.
  expect(isRoomy({ free: 64 * 2 ** 20, memory: 8 * gib })).toBe(false)
  expect(isRoomy({ free: 8 * gib, memory: gib })).toBe(false)
  expect(isRoomy({ free: null, memory: 8 * gib })).toBe(false)
})

test('a folder in memory, where there is one, is there until it is removed', () => {
  const opened = openMemoryFolder()
  const folder = opened?.folder ?? '/nowhere'
  expect(existsSync(folder)).toBe(opened !== null)
  opened?.remove()
  expect(existsSync(folder)).toBe(false)
})

test('what a run that was killed has left in memory is removed by the next', () => {
  const own = openMemoryFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  const left = (own?.folder ?? '/nowhere').replace(String(process.pid), String(pid))
  if (own) mkdirSync(left)
  const next = openMemoryFolder()
  expect(existsSync(left)).toBe(false)
  expect(existsSync(own?.folder ?? '/nowhere')).toBe(own !== null)
  next?.remove()
  own?.remove()
})
