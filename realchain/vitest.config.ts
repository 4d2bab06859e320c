import { defineConfig } from 'vitest/config'

// Two real chains at a time, which leave two cores nearly idle. The simulated half of the suite is in the unit tier, where
// no Go is needed.
export default defineConfig({
  test: {
    name: 'chain',
    root: import.meta.dirname,
    include: ['src/**/*.chain.test.ts'],
    globalSetup: ['src/build-node.ts'],
    pool: 'forks',
    maxWorkers: 2,
    retry: 0,
    // Building a node for the first time takes minutes.
    hookTimeout: 20 * 60_000,
  },
})
