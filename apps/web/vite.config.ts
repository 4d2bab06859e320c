import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiOrigin } from './vite-api.config.ts'
import { pushWorker } from './vite-push-worker.config.ts'
import { startScript } from './vite-start.config.ts'

/** Whose screens a file is part of, whatever other screens it is part of too. */
const ofGuests = /\/features\/(accounts|alert-answer)\//
const ofList = /\/(app\/frame|features\/validators\/validators-page)\.tsx$/

/** All files that import a file, over whatever others, and itself. */
function usersOf(file: string, importersOf: (file: string) => readonly string[]): Set<string> {
  const users = new Set([file])
  // What is added while it is walked through is walked through too.
  for (const user of users) for (const next of importersOf(user)) users.add(next)
  return users
}

interface Graph {
  getModuleInfo(file: string): { importers: readonly string[] } | null
}

/**
 * Groups of what several pages share. The list is what most open first and all come by: it waits for nothing that it
 * does not draw. A page for guests and the list have what both need from one file. A group takes what its files
 * import along, so what more pages share comes first.
 */
function sharedGroups() {
  const partOf = (file: string, graph: Graph) => {
    const users = usersOf(file, (one) => graph.getModuleInfo(one)?.importers ?? [])
    const any = (screens: RegExp) => [...users].some((user) => screens.test(user))
    if (any(ofList)) return any(ofGuests) ? 'common' : 'list'
    return any(ofGuests) ? 'accounts' : 'shared'
  }
  return ['shared', 'accounts', 'list', 'common'].map((part, priority) => ({
    name: (file: string, graph: Graph) => (partOf(file, graph) === part ? part : null),
    debugName: part,
    minShareCount: 2,
    priority,
  }))
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
              test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler)\//,
              priority: 6,
            },
            {
              name: 'look',
              tags: ['$initial'],
              test: /node_modules\/(@mui|@emotion|stylis[^/]*|cssjanus)\//,
              priority: 5,
            },
            { name: 'program', tags: ['$initial'], priority: 4 },
            ...sharedGroups(),
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
