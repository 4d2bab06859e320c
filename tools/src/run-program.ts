import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { programArguments } from './program-arguments.ts'
import { root } from './root.ts'

/**
 * Runs a built program in the foreground until it ends and takes over its exit code. Signals are handed on, for
 * those who signal this process alone; from a terminal the program has them already, and a second one is harmless.
 */
export async function runProgram(entry: string, args: readonly string[]): Promise<never> {
  const child = spawn(process.execPath, [...programArguments, path.join(root, entry), ...args], {
    cwd: root,
    env: { NODE_ENV: 'production', ...process.env },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.exit(await exitCodeOf(child))
}

/** 128 and the number for a program that a signal ended, as shells have it. */
export function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
