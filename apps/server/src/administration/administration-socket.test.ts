import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askRunningServer, openAdministration } from './administration-socket.ts'

const names = ['web', 'watch', 'notify'] as const

let dir = ''
const opened: ({ close(): Promise<void> } | null)[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-administration-'))
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one?.close()
  rmSync(dir, { recursive: true, force: true })
})

const socket = () => join(dir, 'admin.sock')

/** All three processes of one directory begin at the same time. @returns which of them have the socket */
async function openAll(): Promise<string[]> {
  const answering = await Promise.all(
    names.map((name) =>
      openAdministration(dir, pino({ enabled: false }), () => [
        {
          name: 'check',
          run: async (_, terminal) => {
            terminal.print(name)
            return 0
          },
        },
      ]),
    ),
  )
  opened.push(...answering)
  return names.filter((_, index) => answering[index] !== null)
}

async function whoAnswers(): Promise<string[]> {
  const printed: string[] = []
  const terminal = { print: (text: string) => printed.push(text), complain: expect.fail }
  expect(await askRunningServer(dir, { words: ['check'], cwd: dir }, terminal)).toBe(0)
  return printed
}

test('B241: of several processes that start at once on one data directory, one answers commands and none fails', async () => {
  const answering = await openAll()
  expect(answering).toHaveLength(1)
  expect(await whoAnswers()).toEqual(answering)
  expect(statSync(socket()).mode & 0o777).toBe(0o600)
})

test('B241: so it is where a process that was killed has left its socket', async () => {
  const killed = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(socket())}, () => console.log('listens'))`,
  ])
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(existsSync(socket())).toBe(true)
  const answering = await openAll()
  expect(answering).toHaveLength(1)
  expect(await whoAnswers()).toEqual(answering)
})
