import { buildSync } from 'esbuild'
import type { Plugin } from 'vite'

const name = 'push-worker.js'

/**
 * The service worker as a file of its own at the root, always by the same name: its address says what it rules, and a
 * browser updates it by that name.
 */
export const pushWorker: Plugin = {
  name: 'push-worker',
  configureServer(server) {
    server.middlewares.use(`/${name}`, (_request, response) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(workerCode())
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: name, source: workerCode() })
  },
}

function workerCode(): string {
  const { outputFiles } = buildSync({
    entryPoints: [`${import.meta.dirname}/src/push-worker/push-worker.ts`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}
