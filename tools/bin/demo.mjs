import './typescript.mjs'

await import('../src/demo.ts')
