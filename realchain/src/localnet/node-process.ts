import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { machine } from './machine.ts'
import type { NodeHome } from './node-home.ts'
import { until } from './until.ts'

export interface NodeProcess {
  /** Starts the node and waits until its RPC answers. */
  start(): Promise<void>
  /** Asks the node to end (SIGTERM) and waits until it has. */
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  running(): boolean
}

/** With four of them on two processors: a block costs 0.11 instead of 0.18 s, most of it Go's own scheduling and collecting. */
const sparing = { GOMAXPROCS: '1', GOGC: '400' }

/** Runs one node. Its output goes to `node.log` in its home. */
export function createNodeProcess(binary: string, node: NodeHome, rpcUrl: string): NodeProcess {
  let child: ChildProcess | null = null
  let ended: Promise<void> = Promise.resolve()

  async function start(): Promise<void> {
    if (child) return
    const log = await open(join(node.home, 'node.log'), 'a')
    // Its standard input stays open as long as we live; when it closes, the node ends by itself (exit-with-parent/).
    const started = spawn(binary, ['start', '--home', node.home], {
      stdio: ['pipe', log.fd, log.fd],
      env: { ...machine.environment(), ...sparing, ROUNDSMAN_NODE_TETHER: '1' },
    })
    child = started
    ended = new Promise((resolve) => {
      started.once('exit', () => {
        if (child === started) child = null
        resolve()
      })
    })
    started.once('error', () => {
      child = null
    })
    await log.close()
    await until({
      what: `${node.moniker} answers`,
      deadlineMs: 30_000,
      poll: async () => ((await machine.fetch(`${rpcUrl}/status`)).ok ? true : null),
      hopeless: () => (child === started ? null : `it has ended; see ${join(node.home, 'node.log')}`),
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const running = child
    if (!running) return
    running.kill(signal)
    const grace = new AbortController()
    void machine.sleep(10_000, grace.signal).then(() => {
      if (!grace.signal.aborted) running.kill('SIGKILL')
    })
    await ended
    grace.abort()
  }

  return { start, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), running: () => child !== null }
}
