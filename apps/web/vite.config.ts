import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiOrigin } from './vite-api.config.ts'
import { startScript } from './vite-start.config.ts'

/** Assets keep their names' hashes for ever (immutable caching), so nothing is inlined as data: (the CSP forbids it). */
export default defineConfig({
  plugins: [react(), startScript],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 900,
    // Fewer files, because each costs a request: what pages share is put together by who uses it, small ones merged.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'program', tags: ['$initial'] },
            // Merged only where they are tiny: larger merges made files that need each other in a circle, and broke.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 500 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
})
