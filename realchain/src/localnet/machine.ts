import { setTimeout as after } from 'node:timers/promises'

/** Everything the suite knows of time and of its surroundings. The only file here that may ask the machine. */
export const machine = {
  /** Wall clock, Unix milliseconds. */
  now: (): number => Date.now(),
  monotonic: (): number => performance.now(),
  sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
    await after(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
  },
  timeoutSignal: (ms: number): AbortSignal => AbortSignal.timeout(ms),
  fetch: (url: string, init?: RequestInit): Promise<Response> => fetch(url, init),
  environment: (): NodeJS.ProcessEnv => process.env,
}
