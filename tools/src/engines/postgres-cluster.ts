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

/** Copies a cluster that runs on this port of loopback, to be served as its replica. */
export async function copyAsReplica(
  bin: string,
  data: string,
  owner: Owner | undefined,
  port: number,
): Promise<void> {
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  await runProgram(path.join(bin, 'pg_basebackup'), ['-D', data, ...from, ...how], data, owner)
}

/** Makes the replica in this folder the primary, and waits until it is. */
export function promote(bin: string, data: string, owner: Owner | undefined): Promise<void> {
  return runProgram(path.join(bin, 'pg_ctl'), ['promote', '-D', data, '-w'], data, owner)
}

/** Beside this process, which others may be served by meanwhile. */
function runProgram(
  program: string,
  args: readonly string[],
  data: string,
  owner: Owner | undefined,
): Promise<void> {
  const child = spawn(program, args, {
    ...owner,
    cwd: path.dirname(data),
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} failed: ${said}`)),
    )
  })
}

export interface Served {
  port: number
  /** Asks it to end, without waiting for its clients. */
  stop(): Promise<void>
  /** Ends it at once, as a power cut of its machine would. */
  kill(): Promise<void>
}

/** Runs the cluster on loopback, at this port or any free one, and waits until it takes connections. */
export async function serve(
  bin: string,
  data: string,
  owner: Owner | undefined,
  wanted = 0,
): Promise<Served> {
  const port = await freePort(wanted, '127.0.0.1')
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
    kill: async () => {
      child.kill('SIGQUIT')
      await ended
    },
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
      // A replica takes those that only read.
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve()
    })
  })
}
