import type { ChildProcess } from 'node:child_process'
import { startProgram } from './start-program.ts'

export interface ServerProcess {
  child: ChildProcess
  /** All it said so far. */
  out(): string
  err(): string
  /** Resolves with the first match in what it says; rejects when it ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/**
 * Runs a file of `apps/server/src` as a program of its own, with nothing in its environment but what is given.
 * @param release folder of the programs of another release
 * @param under a command that prepares its process and becomes what it is given
 */
export function startProcess(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
  release?: string,
  under: readonly string[] = [],
): ServerProcess {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/', ...environment }
  const url = new URL(`../${file}`, import.meta.url)
  const child = startProgram(url, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }, release, under)
  let out = ''
  let err = ''
  const watchers = new Set<() => void>()
  const notifyWatchers = () => {
    for (const watcher of [...watchers]) watcher()
  }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text
    notifyWatchers()
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text
    notifyWatchers()
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    child,
    out: () => out,
    err: () => err,
    ended,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(out) ?? pattern.exec(err)
          if (!match) return
          watchers.delete(check)
          resolve(match)
        }
        watchers.add(check)
        check()
        void ended.then(() => reject(new Error(`It ended without saying ${String(pattern)}:\n${out}${err}`)))
      }),
  }
}
