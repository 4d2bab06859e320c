import { spawn } from 'node:child_process'
import { root } from './root.ts'

export interface CommandOptions {
  cwd?: string
  /** Another Node than the one this runs on. */
  node?: string
  /** Added to the environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>
}

/** Runs a program with its output on this terminal and nothing on its standard input; gives its exit code. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a JavaScript file of node_modules with this Node. */
export function runInstalled(
  file: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<number> {
  return runCommand(options.node ?? process.execPath, [`${root}/node_modules/${file}`, ...args], options)
}
