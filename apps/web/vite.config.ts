import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiOrigin } from './vite-api.config.ts'
import { startScript } from './vite-start.config.ts'

/** Contract, queries and live events of alerts, which their pages and the badge of the navigation share. */
const ofAlerts =
  /contract\/src\/(alert|user-events)|src\/data\/(alert-history|paged-fetch)|@tanstack\/.*[iI]nfiniteQuery/
/** What tables, and what long lists are made with: pages without one must not load it. */
const ofTables = /@tanstack\/(react-)?table/
const ofLists = /@tanstack\/(react-)?virtual/

/** The grid of blocks and what it asks for, which the page of a validator and rows that are opened share, and no first view. */
const ofBlocks =
  /src\/parts\/(signing|out-link)|src\/data\/(use-details|details-query|live\/(live-letters|use-streamed))|contract\/src\/(validator-details|details-endpoints)/

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
            // By itself: merged with small files it would come with the first load of pages that have no alerts.
            { name: 'alerts', test: ofAlerts },
            { name: 'tables', test: ofTables },
            { name: 'lists', test: ofLists },
            // Else they would be merged with tables, and bring them to pages that have arrows alone.
            { name: 'arrows', test: /icons-material\/.*Arrow\w+wardRounded/ },
            // Else it would be merged with long lists, and bring them to the page of alerts.
            { name: 'search', test: /src\/ui\/(search-box|press-chip)/ },
            // Merged only where they are tiny: larger merges bring pages what they do not use, and made files that need each other in a circle, and broke.
            {
              name: 'shared',
              test: (id) => !ofBlocks.test(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 500,
            },
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
