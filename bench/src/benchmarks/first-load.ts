import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type PageRules, pages } from '../../../apps/web/src/app/pages/pages.ts'
import type { Benchmark } from '../benchmark.ts'

interface Chunk {
  file: string
  imports?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const dist = join(import.meta.dirname, '../../../apps/web/dist')

/** A figure to explain others by: what a page is judged by is the time to its first row (page-start). */
export const firstLoad: Benchmark = {
  name: 'first-load',
  question: 'How much script does a browser load, brotli 11, before a page works?',
  baseline: {
    what: 'the sign-in page, the smallest there is',
    command: 'npm run bench -- --only first-load',
  },
  async run() {
    const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
    const loads = pages
      .filter(({ screen }) => screen.startsWith('features/'))
      .map((page) => ({ path: page.path, size: sizeOf(filesOf(manifest, chunksOf(page))) }))
    const smallest = loads.find(({ path }) => path === '/login')?.size ?? 0
    return {
      figures: loads.map(({ path, size }) => ({
        name: `first load: ${path}`,
        value: size,
        unit: 'kB brotli',
      })),
      ratios: loads.map(({ path, size }) => ({
        name: `first load: ${path} to /login`,
        value: size / smallest,
        unit: 'x',
      })),
      remarks: [],
    }
  },
}

/** What a page asks for before it can be used; the texts are those of the user's one language. */
function chunksOf({ layout, screen, texts = [] }: PageRules): string[] {
  const shell = layout === 'shell' ? ['src/app/frame.tsx', 'src/i18n/shell.en.json'] : []
  const own = texts.map((name) => `src/i18n/${name}.en.json`)
  return ['index.html', 'src/i18n/en.json', ...shell, ...own, `src/${screen}`]
}

/** Files of the chunks and of all that they import at once. */
function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const seen = new Set(names)
  const chunkOf = (name: string): Chunk => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk ${name}.`)
    return chunk
  }
  // What is added while it is walked through is walked through too.
  for (const name of seen) for (const next of chunkOf(name).imports ?? []) seen.add(next)
  return [...new Set([...seen].map((name) => chunkOf(name).file))].filter((file) => file.endsWith('.js'))
}

/** KB of 1,024 bytes. */
function sizeOf(files: readonly string[]): number {
  const brotli = (bytes: Uint8Array) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  return files.reduce((size, file) => size + brotli(readFileSync(join(dist, file))), 0) / 1024
}
