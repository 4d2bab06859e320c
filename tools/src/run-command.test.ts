import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundsman-command-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Says the priority of a program that it starts, once its own is no longer the one it began with. */
const program = `
  const { getPriority } = require('node:os')
  const { execFileSync } = require('node:child_process')
  const before = Number(process.argv[1])
  const wait = setInterval(() => {
    if (getPriority() === before) return
    clearInterval(wait)
    process.stdout.write(execFileSync(process.execPath, ['-p', 'os.getPriority()']))
  }, 10)
`

it('lets a command, and what it starts, give way', async () => {
  const output = path.join(folder, 'output')
  const args = ['-e', program, String(getPriority())]
  expect(await runCommand(process.execPath, args, { output, lowPriority: true })).toBe(0)
  expect(readFileSync(output, 'utf8').trim()).toBe(String(constants.priority.PRIORITY_BELOW_NORMAL))
})
