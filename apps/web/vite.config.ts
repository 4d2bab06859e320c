import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiOrigin } from './vite-api.config.ts'
import { pushWorker } from './vite-push-worker.config.ts'
import { startScript } from './vite-start.config.ts'

/** Whether a page for guests imports a file, over whatever others. */
function isOfGuests(file: string, importersOf: (file: string) => readonly string[]): boolean {
  const users = new Set([file])
  // What is added while it is walked through is walked through too.
  for (const user of users) for (const next of importersOf(user)) users.add(next)
  return [...users].some((user) => /\/features\/(accounts|alert-answer)\//.test(user))
}

/** Assets keep their names' hashes for ever (immutable caching), so nothing is inlined as data: (the CSP forbids it). */
export default defineConfig({
  plugins: [react(), startScript, pushWorker],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 900,
    // Few files, because each costs a request, and over HTTP/1.1 only six are under way at a time: the program, what
    // pages for guests share, and what the others do. A part of one page alone stays with it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Each is run in a task of its own (vite-start.config.ts), the first ones while the next are on their way.
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules\/(react|react-dom|scheduler)\//,
              priority: 2,
            },
            {
              name: 'look',
              tags: ['$initial'],
              test: /node_modules\/(@mui|@emotion|stylis[^/]*|cssjanus)\//,
              priority: 1,
            },
            { name: 'program', tags: ['$initial'] },
            {
              name: (id, graph) =>
                isOfGuests(id, (one) => graph.getModuleInfo(one)?.importers ?? []) ? 'accounts' : 'shared',
              debugName: 'what pages share',
              minShareCount: 2,
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
