import './typescript.mjs'

await import('../src/types.ts')
