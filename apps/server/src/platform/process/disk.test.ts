import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, expect, it } from 'vitest'
import type { LoopOptions } from '../loop.ts'
import { createDiskWatch } from './disk.loop.ts'

const directory = mkdtempSync(join(tmpdir(), 'roundsman-room-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** A watch of a disk that the test says has so much room. */
function watched(size: number) {
  const said: string[] = []
  const metrics = new Registry()
  let room: { free: number; size: number } | null = { free: size, size }
  let pass: LoopOptions['pass'] = () => Promise.reject(new Error('no loop'))
  const note = (level: string) => (_fields: unknown, text?: string) =>
    void said.push(`${level}: ${text ?? ''}`)
  const watch = createDiskWatch(directory, {
    createLoop(options) {
      pass = options.pass
      const nothing = () => undefined
      return { name: options.name, start: nothing, stop: () => Promise.resolve(), wake: nothing }
    },
    log: { error: note('error'), warn: note('warn'), info: note('info') },
    metrics,
    roomOn: () => (room === null ? Promise.reject(new Error('EMFILE')) : Promise.resolve(room)),
  })
  return {
    said,
    isScarce: watch.isScarce,
    metrics: () => metrics.metrics(),
    async look(free: number | null) {
      room = free === null ? null : { free, size }
      await pass(new AbortController().signal)
    },
  }
}

const warning = 'warn: the disk is nearly full: make room on it, or soon nothing can be stored'
const over = 'info: there is room on the disk again'

it('B257: the log says once that the disk is nearly full, below a tenth of it, and once that this is over', async () => {
  const disk = watched(1_000_000)
  await disk.look(100_000)
  expect(disk.said).toEqual([])
  await disk.look(99_999)
  await disk.look(50_000)
  // What nobody can say changes nothing.
  await disk.look(null)
  await disk.look(110_000)
  expect(disk.said).toEqual([warning])
  await disk.look(120_000)
  expect(disk.said).toEqual([warning, over])
})

it('B268: what is left below a fortieth of it, or a quarter of a gigabyte, is for alerts', async () => {
  const disk = watched(1_000_000)
  await disk.look(25_000)
  expect(disk.isScarce()).toBe(false)
  await disk.look(24_999)
  await disk.look(null)
  await disk.look(29_000)
  expect(disk.isScarce()).toBe(true)
  await disk.look(31_000)
  expect(disk.isScarce()).toBe(false)
  const large = watched(2 ** 40)
  await large.look(2 ** 28)
  expect(large.isScarce()).toBe(false)
  await large.look(2 ** 28 - 1)
  expect(large.isScarce()).toBe(true)
})

it('B257: of a large disk a gigabyte is little', async () => {
  const disk = watched(2 ** 40)
  await disk.look(2 ** 30)
  expect(disk.said).toEqual([])
  await disk.look(2 ** 30 - 1)
  expect(disk.said).toEqual([warning])
})

it('B257: the metrics have its room and its size', async () => {
  const disk = watched(4_000_000)
  await disk.look(3_000_000)
  const text = await disk.metrics()
  expect(text).toContain('roundsman_disk_free_bytes 3000000')
  expect(text).toContain('roundsman_disk_size_bytes 4000000')
})
