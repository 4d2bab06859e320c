import type { Platform } from '../platform/platform.ts'

/** How busy the process is says the test; else it never is. */
export function testLoad(isHigh: () => boolean = () => false): Platform['load'] {
  const nothing = () => undefined
  return { isHigh, loop: { name: 'load', start: nothing, stop: () => Promise.resolve(), wake: nothing } }
}
