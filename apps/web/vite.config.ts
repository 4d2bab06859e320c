import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiOrigin } from './vite-api.config.ts'
import { chooseChunks, codeSplitting, unused, withoutRipple } from './vite-chunks.config.ts'
import { firstPaint } from './vite-first-paint.config.ts'

/** Assets keep their names' hashes for ever (immutable caching), so nothing is inlined as data: (the CSP forbids it). */
export default defineConfig({
  plugins: [react(), chooseChunks, withoutRipple, firstPaint],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { treeshake: { moduleSideEffects: [unused] }, output: { codeSplitting } },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
})
