import './typescript.mjs'

await import('../src/dev.ts')
