import { expect, vi } from 'vitest'
import { type ServerProcess, startProcess } from '../../testing/server-process.ts'

/** A program of the site, which the test may stop, wake and end. */
export interface Program {
  process: ServerProcess
  address: string
  kill(): Promise<void>
}

/** Only ends what hangs: the lease of a row under way is a minute. */
export const longWait = { timeout: 400_000, interval: 200 }

/** Of every program of a site: what one has sealed another one opens. */
export const secret = { ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least' }

/**
 * Starts the server itself and waits until it says where it listens.
 * @param release folder of the programs of another release
 * @param under as `startProcess` has it
 */
export async function startServer(
  environment: Record<string, string>,
  release?: string,
  under: readonly string[] = [],
): Promise<Program> {
  const process = startProcess('main.ts', [], { ...secret, ...environment }, release, under)
  const [, address = ''] = await process.said(/"address":"([^"]+)"/)
  return {
    process,
    address,
    async kill() {
      process.child.kill('SIGKILL')
      await process.ended
    },
  }
}

const metricsOf = async ({ address }: Program) => (await fetch(`${address}/metrics`)).text()

/** Heights that a program has committed since it began. */
export async function committed(program: Program): Promise<number> {
  const text = await metricsOf(program)
  return Number(/^roundsman_watch_heights_total\{network="9"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

/** Waits until one of the programs has committed heights after a state: what is seen for the first time notifies nobody. */
export async function untilKnown(programs: readonly Program[]): Promise<void> {
  const [first] = programs
  if (first === undefined) throw new Error('no program')
  await vi.waitFor(
    async () =>
      expect(await metricsOf(first)).toMatch(/roundsman_network_assurance\{network="9",of="state",/),
    longWait,
  )
  const all = async () => (await Promise.all(programs.map(committed))).reduce((sum, one) => sum + one, 0)
  const before = await all()
  await vi.waitFor(async () => expect(await all()).toBeGreaterThan(before + 3), longWait)
}

/** How many blocks a program is behind the chain. */
export async function behind(program: Program): Promise<number> {
  const text = await metricsOf(program)
  return Number(/^roundsman_watch_lag_blocks\{network="9"\} (\d+)/m.exec(text)?.[1] ?? Infinity)
}
