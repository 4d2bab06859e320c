import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type StoreKind = 'prometheus' | 'victoria-metrics'

/** A store on a folder of its own, started and ended by the test. */
export interface StoreProgram {
  url: string
  /** Where its files are. */
  data: string
  start(): Promise<void>
  /** Lets it write what it has to its files. */
  stop(): Promise<void>
  /** As a power cut would. */
  kill(): Promise<void>
  /** Makes what it has taken visible now; else that takes a second. */
  flush(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

interface Kind {
  args(folder: string, address: string): string[]
  /** What it says when its files are open. */
  open: RegExp
  /** What answers 200 when it can be asked. */
  health: string
}

/** Both keep samples of any age: the clock of the tests is not the machine's. */
const kinds: Record<StoreKind, Kind> = {
  prometheus: {
    args: (folder, address) => [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--storage.tsdb.retention.time=100y',
      '--web.enable-remote-write-receiver',
      '--web.enable-admin-api',
      `--web.listen-address=${address}`,
    ],
    open: /Server is ready to receive web requests/,
    health: '/-/ready',
  },
  'victoria-metrics': {
    args: (folder, address) => [
      `-storageDataPath=${join(folder, 'data')}`,
      '-retentionPeriod=100y',
      `-httpListenAddr=${address}`,
    ],
    open: /started VictoriaMetrics in/,
    health: '/health',
  },
}

/**
 * The gate in front of a store (`vmauth`), with users as its configuration lists them.
 * @param users YAML, below `users:`
 */
export async function startGate(
  path: string,
  users: string,
): Promise<{ url: string; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-gate-'))
  writeFileSync(join(folder, 'auth.yml'), `users:\n${users}`)
  const address = `127.0.0.1:${await unusedPort()}`
  const args = [`-auth.config=${join(folder, 'auth.yml')}`, `-httpListenAddr=${address}`]
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await said(child, /started vmauth in/)
  await answers(child, `http://${address}/health`)
  return {
    url: `http://${address}`,
    async remove() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Made with the program of a path; nothing runs yet. */
export async function createStoreProgram(kind: StoreKind, path: string): Promise<StoreProgram> {
  const folder = mkdtempSync(join(tmpdir(), `roundsman-${kind}-`))
  writeFileSync(join(folder, 'prometheus.yml'), 'global: {}\n')
  const address = `127.0.0.1:${await unusedPort()}`
  const url = `http://${address}`
  let child: ChildProcess | null = null

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = null
    if (running === null || running.exitCode !== null) return
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()))
    running.kill(signal)
    await ended
  }

  return {
    url,
    data: join(folder, 'data'),
    async start() {
      child = spawn(path, kinds[kind].args(folder, address), { stdio: ['ignore', 'ignore', 'pipe'] })
      await said(child, kinds[kind].open)
      await answers(child, `${url}${kinds[kind].health}`)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async flush() {
      if (kind === 'victoria-metrics') await fetch(`${url}/internal/force_flush`)
    },
    async remove() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves with the first match in its log; rejects when it ends before. */
function said(child: ChildProcess, pattern: RegExp): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (pattern.test(text)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the store ended:\n${text}`)))
  })
}

/** Its port may be opened a moment after it has said that it has started: VictoriaMetrics does both at once. */
async function answers(child: ChildProcess, address: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok === true) return
  }
  throw new Error(`the store ended before ${address} answered`)
}

function unusedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new Error('no port'))
      })
    })
  })
}
