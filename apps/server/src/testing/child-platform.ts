import { pino } from 'pino'
import { systemClock } from '../platform/clock.ts'
import { loadConfig } from '../platform/config/config.ts'
import { systemIds } from '../platform/ids.ts'
import { buildPlatform, type Platform } from '../platform/platform.ts'
import { noSockets } from './no-sockets.ts'

// What the processes are made of that tests kill: they stand on the database of the test, named by the environment.

const noNetwork: typeof globalThis.fetch = () => Promise.reject(new Error('no network in this test'))

/** Its errors go to standard error. */
export function buildChildPlatform(fetch = noNetwork): Promise<Platform> {
  return buildPlatform({
    config: loadConfig(process.env, systemIds),
    log: pino({ level: 'error' }, pino.destination({ dest: 2, sync: true })),
    clock: systemClock,
    ids: systemIds,
    fetch,
    endpointFetch: fetch,
    openSocket: noSockets,
    onDeath: (error) => {
      throw error
    },
  })
}

/** Tells the test how far the process is. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Ends the process in order when the test closes its standard input. */
export function stopWithTest(stop: () => Promise<void>): void {
  process.stdin.on('end', () => void stop().then(() => process.exit(0)))
  process.stdin.resume()
}
