import './typescript.mjs'

await import('../src/bench.ts')
