import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
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

/** A process of its own that listens there. */
async function listening(backlog: number) {
  const child = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify({ path: socket(), backlog })}, () => console.log('listens'))`,
  ])
  await once(child.stdout, 'data')
  return {
    child,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test.each([
  ['a process that was killed has left its socket', () => undefined],
  [
    'another was killed while it took such a socket away',
    () => {
      mkdirSync(`${socket()}.taking`)
      utimesSync(`${socket()}.taking`, 0, 0)
    },
  ],
])('B241: so it is where %s', async (_name, prepare) => {
  await (await listening(511)).kill()
  expect(existsSync(socket())).toBe(true)
  prepare()
  const answering = await openAll()
  expect(answering).toHaveLength(1)
  expect(await whoAnswers()).toEqual(answering)
  expect(readdirSync(dir)).toEqual(['admin.sock'])
})

test('B241: a process that is too busy to take a connection keeps its socket', async () => {
  const { child, kill } = await listening(1)
  child.kill('SIGSTOP')
  const waiting: Socket[] = []
  try {
    for (let error: unknown = null; error === null; ) {
      const one = connect(socket())
      waiting.push(one)
      error = await new Promise((resolve) => {
        one.once('connect', () => resolve(null)).once('error', resolve)
      })
    }
    expect(await openAll()).toEqual([])
    expect(existsSync(socket())).toBe(true)
  } finally {
    for (const one of waiting) one.destroy()
    await kill()
  }
})
