import './typescript.mjs'

await import('../src/release/main.ts')
