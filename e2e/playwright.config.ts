import { defineConfig } from '@playwright/test'
import { chromiumPath } from './src/chromium.ts'
import { chromiumFlags } from './src/chromium-flags.ts'

const executablePath = chromiumPath()

/** Browser tests run against the demo as a newcomer starts it: the built product on simulated networks. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results/e2e',
  globalSetup: './src/shared-product.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
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
