import './typescript.mjs'

await import('../src/start.ts')
