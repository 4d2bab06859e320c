import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { apiOrigin } from './vite-api.config.ts'

/** Fetches the text font together with the program, so that nothing moves when it arrives. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: (_html, { bundle }) =>
    Object.keys(bundle ?? {})
      .filter((file) => file.includes('inter-latin-opsz'))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
        injectTo: 'head' as const,
      })),
}

const everyPage =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query)|@emotion|stylis|@mui\/(system|utils|styled-engine|private-theming)|@mui\/material\/(styles|utils|zero-styled|ButtonBase|IconButton|Button|Typography|Paper|Box|SvgIcon|Link|CircularProgress|CssBaseline|GlobalStyles)|i18next|react-i18next|zod)\/|src\/(data\/(errors|use-now|form-problem)|i18n\/(use-formats|formats))\.ts/

/** Assets keep their names' hashes for ever (immutable caching), so nothing is inlined as data: (the CSP forbids it). */
export default defineConfig({
  plugins: [react(), preloadFont],
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
