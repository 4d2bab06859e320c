import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Programs and threads that are started by file, with their place in the source. The build puts each beside main.js. */
const entries = {
  'embedded.worker': './db/embedded/embedded.worker',
  'embedded-init.child': './db/embedded/embedded-init.child',
  'backup.child': '../administration/backup.child',
  'push-reader.worker': '../modules/bridges/intake/push-reader.worker',
} as const
type EntryName = keyof typeof entries

const fromSource = import.meta.url.endsWith('.ts')

/** Where the entry lies, running from the source or from the bundle (`dist/<name>.js`). */
export function entryUrl(name: EntryName): URL {
  return fromSource
    ? new URL(`${entries[name]}.ts`, import.meta.url)
    : new URL(`./${name}.js`, import.meta.url)
}

/** What Node needs before the file of an entry to run it as a process: from the source, the loader of TypeScript. */
export function entryExecArgv(): string[] {
  return fromSource ? ['--import', resolvedUrl('tsx')] : []
}

/** Starts an entry as a thread. */
export function startWorker(name: EntryName, options: WorkerOptions): Worker {
  return startThread(entryUrl(name), options)
}

/** Starts a file as a thread. From the source the loader is registered first: `--import` does not reach a thread's own file. */
export function startThread(file: URL, options: WorkerOptions): Worker {
  if (!fromSource) return new Worker(file, options)
  // `require.resolve` would find the CommonJS half of the package, which cannot register in a thread.
  const loader = JSON.stringify(new URL('./esm/api/index.mjs', resolvedUrl('tsx')).href)
  const entry = JSON.stringify(file.href)
  return new Worker(`import(${loader}).then(({ register }) => { register(); return import(${entry}) })`, {
    ...options,
    eval: true,
  })
}

function resolvedUrl(specifier: string): string {
  return pathToFileURL(createRequire(import.meta.url).resolve(specifier)).href
}

/** A directory that belongs to the server, beside `src` in the source and beside main.js in the bundle. */
export function assetUrl(name: string): URL {
  return fromSource ? new URL(`../../${name}/`, import.meta.url) : new URL(`./${name}/`, import.meta.url)
}

/** Where the built web app lies: `apps/web/dist`, seen from the source and from the bundle. */
export function webRootUrl(): URL {
  return fromSource
    ? new URL('../../../web/dist/', import.meta.url)
    : new URL('../../web/dist/', import.meta.url)
}
