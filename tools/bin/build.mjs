import './typescript.mjs'

await import('../src/build.ts')
