import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../free-port.ts'
import type { Owner } from './owner.ts'

/** Errors and the line that says it is ready come in English. */
const environment = { ...process.env, LC_ALL: 'C' }

/** Makes an empty cluster whose only user is `postgres`, without a password: it listens on loopback only. */
export async function initialize(bin: string, data: string, owner: Owner | undefined): Promise<void> {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const run = spawnSync(path.join(bin, 'initdb'), args, {
    ...owner,
    cwd: path.dirname(data),
    env: environment,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`initdb failed: ${run.stderr}`)
}

interface Served {
  port: number
  stop(): Promise<void>
  kill(): void
}

/** Runs the cluster on a free port of loopback and waits until it takes connections. */
export async function serve(bin: string, data: string, owner: Owner | undefined): Promise<Served> {
  const port = await freePort(0, '127.0.0.1')
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'fsync=off',
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(path.join(bin, 'postgres'), args, {
    ...owner,
    cwd: path.dirname(data),
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilReady(child)
  return {
    port,
    stop: async () => {
      child.kill('SIGINT')
      await ended
    },
    kill: () => void child.kill('SIGQUIT'),
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`postgres exited at once:\n${said.join('\n')}`)))
    if (child.stderr === null) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 50) said.push(line)
      if (line.includes('database system is ready to accept connections')) resolve()
    })
  })
}
