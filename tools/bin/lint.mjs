import './typescript.mjs'

await import('../src/lint.ts')
