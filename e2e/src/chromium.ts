import { existsSync } from 'node:fs'

/**
 * Where a Chromium or Chrome usually is, in the order they are tried: first the one without windows, which is the same
 * browser for a page and takes half the processor time.
 */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of the browser that the tests drive: the one the test command found or unpacked, else one of the machine. */
export function chromiumPath(): string {
  const path = process.env['CHROMIUM_PATH'] ?? places.find((place) => existsSync(place))
  if (path === undefined) {
    throw new Error(
      'No Chromium or Chrome on this machine: set CHROMIUM_PATH, or use `npm test`, which installs one.',
    )
  }
  return path
}
