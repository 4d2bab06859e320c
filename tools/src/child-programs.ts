import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programArguments } from './program-arguments.ts'
import { root } from './root.ts'

export type Environment = Record<string, string | undefined>

/** After this, what has not stopped is killed. The product itself promises 5 s. */
const graceMs = 4_900

/** The programs that a command has started, so that they all end with it. */
export interface ChildPrograms {
  /** Starts a built program; its errors go to this terminal, its output too unless it is piped. */
  start(entry: string, args: readonly string[], env: Environment, output: 'inherit' | 'pipe'): ChildProcess
  /** Runs a built program to its end. @throws Error where that is another one than success */
  run(entry: string, args: readonly string[]): Promise<void>
  /** Resolves with the first that ends by itself. */
  firstEnd: Promise<{ entry: string; code: number }>
  stop(): Promise<void>
}

export function createChildPrograms(): ChildPrograms {
  const running = new Set<ChildProcess>()
  let resolveFirst: (end: { entry: string; code: number }) => void
  const firstEnd = new Promise<{ entry: string; code: number }>((resolve) => {
    resolveFirst = resolve
  })
  const signalAll = (signal: NodeJS.Signals) => running.forEach((child) => child.kill(signal))
  // Whatever else happens to this process, nothing it started stays behind.
  process.once('exit', () => signalAll('SIGKILL'))

  function begin(
    entry: string,
    args: readonly string[],
    env: Environment,
    output: 'inherit' | 'pipe',
  ): ChildProcess {
    const child = spawn(process.execPath, [...programArguments, path.join(root, entry), ...args], {
      cwd: root,
      env: { NODE_ENV: 'production', ...process.env, ...env },
      stdio: ['ignore', output, 'inherit'],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  return {
    firstEnd,
    start(entry, args, env, output) {
      const child = begin(entry, args, env, output)
      child.once('exit', (code) => resolveFirst({ entry, code: code ?? 1 }))
      return child
    },
    run(entry, args) {
      const child = begin(entry, args, {}, 'inherit')
      return new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('exit', (code) =>
          code === 0 ? resolve() : reject(new Error(`${entry} exited with ${String(code)}`)),
        )
      })
    },
    async stop() {
      const ended = Promise.all(
        [...running].map((child) => new Promise((resolve) => child.once('exit', resolve))),
      )
      signalAll('SIGTERM')
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
      signalAll('SIGKILL')
      await ended
    },
  }
}
