import './typescript.mjs'

await import('../src/roundsman.ts')
