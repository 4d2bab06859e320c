import { createInterface } from 'node:readline'
import { type ChildPrograms, type Environment } from './child-programs.ts'

/**
 * Starts the simulated networks on a free port; gives their addresses by blockchain id. `memory` is a file by which
 * they go on with the same blocks when they are started again.
 */
export function startSimnet(
  programs: ChildPrograms,
  env: Environment,
  memory?: string,
): Promise<Record<number, string[]>> {
  const more = memory === undefined ? [] : ['--memory', memory]
  const simnet = programs.start('apps/simnet/dist/main.js', ['--port', '0', ...more], env, 'pipe')
  return new Promise((resolve, reject) => {
    simnet.once('exit', (code) => reject(new Error(`the simulated networks exited with ${String(code)}`)))
    if (simnet.stdout === null) return
    createInterface({ input: simnet.stdout }).once('line', (line) => {
      resolve((JSON.parse(line) as { endpoints: Record<number, string[]> }).endpoints)
    })
  })
}
