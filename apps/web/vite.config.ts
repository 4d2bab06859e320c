import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiOrigin } from './vite-api.config.ts'
import { firstPaint } from './vite-first-paint.config.ts'

const everyPage =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query)|@emotion|stylis|@mui\/(system|utils|styled-engine|private-theming)|@mui\/material\/(styles|utils|zero-styled|ButtonBase|IconButton|Button|Typography|Paper|Box|SvgIcon|Link|CircularProgress|CssBaseline|GlobalStyles)|i18next|react-i18next|zod)\/|src\/(data\/(errors|use-now|form-problem)|i18n\/(use-formats|formats))\.ts/

/** Assets keep their names' hashes for ever (immutable caching), so nothing is inlined as data: (the CSP forbids it). */
export default defineConfig({
  plugins: [react(), firstPaint],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 900,
    // One chunk of what every page needs: many small ones compress worse (4 kB of the first load, docs/rules/page.md P41).
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: everyPage }] } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
})
