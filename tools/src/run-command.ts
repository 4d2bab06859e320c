import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { root } from './root.ts'

export interface CommandOptions {
  cwd?: string
  /** Another Node than the one this runs on. */
  node?: string
  /** Added to the environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>
  /** A file for what it prints, at its end; else this terminal. */
  output?: string | undefined
  /** It, and whatever it starts, gives way to all others: it computes, and nothing in it waits for the time. */
  lowPriority?: boolean
}

/** Runs a program with its output on this terminal or in a file, and nothing on its standard input; gives its exit code. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const output = options.output === undefined ? 'inherit' : openSync(options.output, 'a')
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', output, output],
    })
    if (output !== 'inherit') closeSync(output)
    if (options.lowPriority === true && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
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
