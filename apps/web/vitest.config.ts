import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
    setupFiles: ['src/data/testing/strict-console.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
