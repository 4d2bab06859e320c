import './typescript.mjs'

await import('../src/generate-protos.ts')
