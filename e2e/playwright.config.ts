import { defineConfig } from '@playwright/test'
import { chromiumPath } from './src/chromium.ts'
import { chromiumFlags } from './src/chromium-flags.ts'
import { productSpecs } from './src/product-specs.ts'

const executablePath = chromiumPath()

const onProduct = productSpecs()
/** A folder for each project, which a run of it empties: the two may run beside each other. */
const results = '../test-results/e2e'

/**
 * Two projects: `stage` needs the built page alone, whose answers and time never change, and runs on two browsers;
 * `product` runs against the demo, the built product on some of the simulated networks, one spec after the other, since
 * they share it.
 */
export default defineConfig({
  testDir: './specs',
  outputDir: results,
  globalSetup: './src/shared-product.ts',
  workers: 2,
  projects: [
    {
      name: 'stage',
      outputDir: `${results}/stage`,
      testIgnore: onProduct,
      fullyParallel: true,
      workers: 2,
      use: { reuseContext: true },
    },
    {
      name: 'product',
      outputDir: `${results}/product`,
      testMatch: onProduct,
      fullyParallel: false,
      workers: 1,
    },
  ],
  retries: 0,
  forbidOnly: true,
  // Other suites run beside this one, so a wait only ends what hangs. How long something may take is said by its test.
  timeout: 180_000,
  expect: {
    timeout: 45_000,
    // The smoothing of edges does not count, grounds and fills do: the tint of another tone differs by 0.055.
    toHaveScreenshot: { maxDiffPixelRatio: 0.015, threshold: 0.05, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/visual/{arg}{ext}',
  // A picture that nobody looked at proves nothing: it is made by `--update-snapshots` only.
  updateSnapshots: 'none',
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? 'list' : [['list'], ['json']],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: chromiumFlags,
    },
  },
})
