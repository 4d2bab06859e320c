import './typescript.mjs'

await import('../src/boundaries.ts')
