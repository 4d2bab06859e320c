import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tools/src/longest-first.ts'

/** The tests of the page, in jsdom. */
const page = {
  root: 'apps/web',
  environment: 'jsdom',
  setupFiles: ['src/data/testing/strict-console.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

// Tiers are projects; `npm test` runs them one by one and adds up what they say.
export default defineConfig({
  test: {
    retry: 0,
    sequence: { sequencer: LongestFirst },
    // By itself it leaves one processor free, which on two means one file after the other; much of the time they wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/simnet/src/**/*.test.ts',
            'apps/phone/src/**/*.test.ts',
            'tools/src/**/!(*-fixtures|*.release).test.ts',
            // Real chains are a tier of their own: realchain/vitest.config.ts.
            'realchain/src/**/!(*.chain).test.ts',
          ],
          // No `exclude` here: it would take the place of what the command line leaves out.
          // For a busy machine, and other suites run beside this one: it only ends what hangs.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tools/src/*-fixtures.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          // Makes a release and runs it; its tier says what that needs.
          name: 'release',
          include: ['tools/src/release/*.release.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/!(*.stores|*.faults).test.ts'],
          globalSetup: ['tools/src/bundle-server-programs.ts'],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          pool: 'forks',
          // The files of a process share its modules and the engine's code: a third of the time would go into loading
          // them again. So a test file may change nothing that another one in its process sees.
          isolate: false,
        },
      },
      {
        test: {
          // Against real stores of series; the tier of this name knows where their programs are.
          name: 'stores',
          include: ['apps/server/src/**/*.stores.test.ts'],
          globalSetup: ['tools/src/bundle-server-programs.ts'],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          pool: 'forks',
        },
      },
      {
        test: {
          // What breaks around the product: servers, disks, names. Its tier says what that needs.
          name: 'faults',
          include: ['apps/server/src/faults/*.faults.test.ts'],
          globalSetup: ['tools/src/bundle-server-programs.ts'],
          testTimeout: 600_000,
          hookTimeout: 180_000,
          pool: 'forks',
        },
      },
      {
        test: {
          ...page,
          name: 'web',
          include: ['src/**/!(*.alone).test.{ts,tsx}', '*.test.ts'],
          // The files of a thread share its document and modules: more than half of the time would go into making them.
          isolate: false,
          unstubGlobals: true,
        },
      },
      // What puts another module in the place of one, or has to be the first that loads it.
      { test: { ...page, name: 'web-alone', include: ['src/**/*.alone.test.{ts,tsx}'] } },
    ],
  },
})
