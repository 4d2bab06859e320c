import './typescript.mjs'

await import('../src/day.ts')
