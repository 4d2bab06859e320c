import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A program of ours under measurement. */
export interface Child {
  pid: number
  /** Resolves with the first line of output that the function maps to something. */
  line<T>(read: (line: string) => T | undefined): Promise<T>
  /** Resolves with the first line that is JSON of this shape: what a program of ours measured. */
  report<T>(shape: z.ZodType<T>): Promise<T>
  /** Seconds of processor time so far, user and system, of the process with all its threads. */
  processorSeconds(): number
  /** Resident memory in MiB. */
  residentMebibytes(): number
  /** Resolves when it has ended, by itself or stopped. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Ticks of /proc/<pid>/stat per second on Linux (sysconf(_SC_CLK_TCK), 100 on every machine of today). */
const ticksPerSecond = 100

export function startChild(args: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const child: ChildProcess = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`cannot start ${args.join(' ')}`)
  const lines: string[] = []
  const readers = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const read of readers) read(line)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const firstLine = <T>(read: (line: string) => T | undefined) =>
    new Promise<T>((resolve, reject) => {
      const take = (line: string) => {
        const value = read(line)
        if (value === undefined) return
        readers.delete(take)
        resolve(value)
      }
      readers.add(take)
      for (const line of [...lines]) take(line)
      void ended.then(() => reject(new Error(`${args.join(' ')} ended:\n${lines.slice(-30).join('\n')}`)))
    })
  return {
    pid,
    ended,
    line: firstLine,
    report: (shape) =>
      firstLine((line) => (line.startsWith('{') ? shape.safeParse(JSON.parse(line)).data : undefined)),
    processorSeconds() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    },
    residentMebibytes() {
      const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return Number(kibibytes) / 1024
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
