import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

/** Where a Chromium or Chrome usually is; one that draws windows too comes first, because users have such a one. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
]

export const browserPath = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ?? places.find((path) => existsSync(path))

/** Starts the browser of this machine; null where there is none. */
export async function startBrowser(): Promise<Browser | null> {
  const executablePath = browserPath()
  if (executablePath === undefined) return null
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}

export interface Tab {
  page: Page
  devtools: CDPSession
  close(): Promise<void>
}

interface TabOptions {
  width: number
  height: number
  /** A cookie header of a signed-in browser, for the origin. */
  cookie?: string
  origin: string
}

/** A fresh browser profile with one tab, so that nothing is cached. */
export async function openTab(browser: Browser, options: TabOptions): Promise<Tab> {
  const { width, height, cookie = '', origin } = options
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' })
  await context.addCookies(
    cookie.split('; ').flatMap((pair) => {
      const [name, value] = pair.split('=', 2)
      return name && value ? [{ name, value, url: origin }] : []
    }),
  )
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  return { page, devtools, close: () => context.close() }
}

/**
 * Slows the tab down as Lighthouse does for a mid-range phone: four times this processor, 1.6 Mbit/s down, 750 kbit/s
 * up, 150 ms to the server; applied to each request, which takes its factors 3.75 and 0.9.
 */
export async function slowDown({ devtools }: Tab): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150 * 3.75,
    downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
    uploadThroughput: (750 * 1024 * 0.9) / 8,
  })
}
