import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { entryExecArgv, startThread } from '../platform/entry-url.ts'

/** Where the run has bundled every program of the server (tools/src/bundle-server-programs.ts). */
const bundles = process.env['TEST_SERVER_PROGRAMS'] ?? null

const bundled = (file: URL, folder: string) => join(folder, basename(file.pathname).replace(/\.ts$/, '.js'))

/**
 * Starts a file of the source as a process of its own: from the run's bundle of it, else from the source.
 * @param folder of the bundle of another release, to start the file of that
 * @param under a command that prepares its process and becomes what it is given
 */
export function startProgram(
  file: URL,
  args: readonly string[],
  options: SpawnOptions,
  folder = bundles,
  under: readonly string[] = [],
): ChildProcess {
  const command = folder === null ? [...entryExecArgv(), fileURLToPath(file)] : [bundled(file, folder)]
  const [program, ...rest] = [...under, process.execPath, ...command, ...args]
  if (program === undefined) throw new Error('there is no program')
  return spawn(program, rest, options)
}

/** Starts a file of the source as a thread: from the run's bundle of it, else from the source. */
export function startProgramThread(file: URL, options: WorkerOptions): Worker {
  return bundles === null ? startThread(file, options) : new Worker(bundled(file, bundles), options)
}
