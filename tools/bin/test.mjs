import './typescript.mjs'

await import('../src/test.ts')
