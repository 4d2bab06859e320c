import type { Browser } from 'playwright-core'
import type { Outcome } from './benchmark.ts'
import { startBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'
import { signIn } from './session.ts'

interface PageStage {
  browser: Browser
  product: Product
  /** The cookie header of somebody who is signed in. */
  cookie: string
}

/** Measures pages of the running product, with one network of the simulation, in the browser of this machine. */
export async function measurePages(measure: (stage: PageStage) => Promise<Outcome>): Promise<Outcome> {
  const browser = await startBrowser()
  if (browser === null) return { figures: [], ratios: [], remarks: ['not run: no Chromium on this machine'] }
  try {
    const product = await startProduct({ source: 1, networks: [1] })
    try {
      const cookie = await signIn(product.origin, product.email, product.password)
      return await measure({ browser, product, cookie })
    } finally {
      await product.stop()
    }
  } finally {
    await browser.close()
  }
}
