import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { helpFor } from './command-help.ts'
import { commandGroups } from './command-help.data.ts'
import { runCommand } from './run-command.ts'

const names = commandGroups.flatMap(({ commands }) => commands.map(({ name }) => name))

describe('help', () => {
  let test: TestApp | undefined
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test?.close())

  it('B201: has every command, and no other', () => {
    const known = test?.app.commands('/').map(({ name }) => name) ?? []
    // Neither is sent to a server.
    expect([...known, 'start', 'restore'].sort()).toEqual([...names].sort())
  })

  it('B201: what takes nothing refuses what it is given, with code 2, and does nothing', async () => {
    const without = commandGroups
      .flatMap(({ commands }) => commands)
      .filter(({ name, usage }) => usage === '' && name !== 'start')
    expect(without.length).toBeGreaterThan(2)
    for (const { name } of without) {
      const said: string[] = []
      const terminal = {
        print: (text: string) => void said.push(text),
        complain: (text: string) => void said.push(text),
      }
      const code = await runCommand(test?.app.commands('/') ?? [], [...name.split(' '), 'more'], terminal)
      expect([code, said]).toEqual([2, [`Usage: ${name} (it takes no arguments)`]])
    }
  })

  it('B200: lists every command, says more about each, and names those of a first word', () => {
    for (const list of [['--help'], ['-h'], ['help']]) {
      const answer = helpFor(list)
      expect(answer?.code).toBe(0)
      for (const name of names) expect(answer?.text).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
      expect(answer?.text).toContain('Exit code: 0 done, 1 failed, 2 not understood.')
    }
    for (const name of names) {
      const asked = helpFor([...name.split(' '), '--help'])
      expect(asked).toMatchObject({ code: 0, text: expect.stringContaining(`Usage: roundsman ${name}`) })
      expect(helpFor(['help', ...name.split(' ')])).toEqual(asked)
      // Without it the command itself is meant.
      expect(helpFor(name.split(' '))).toBe(null)
    }
    const users = helpFor(['user', '--help'])
    expect(users).toMatchObject({ code: 0, text: expect.stringContaining('user create <e-mail>') })
    expect(users?.text).not.toContain('backup')
    expect(helpFor(['help', 'user'])).toEqual(users)
    expect(helpFor(['user'])).toEqual({ ...users, code: 2 })
  })

  it('B200: says which commands there are where there is none, or another word', () => {
    expect(helpFor([])).toEqual({ ...helpFor(['--help']), code: 2 })
    for (const words of [['nonsense'], ['--nonsense'], ['nonsense', '--help'], ['help', 'nonsense']]) {
      const answer = helpFor(words)
      expect(answer?.code).toBe(2)
      for (const name of names) expect(answer?.text).toContain(name)
    }
    expect(helpFor(['user', 'creat'])).toMatchObject({
      code: 2,
      text: expect.stringMatching(/^Unknown command: user creat\nCommands: user create, /),
    })
  })
})
