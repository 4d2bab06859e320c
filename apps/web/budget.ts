import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { PageRules } from './src/app/page-route.ts'
import { pages } from './src/app/pages.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>
/** kB of 1,024 bytes, brotli 11. */
interface Measured {
  name: string
  size: number
  limit: number
}

const dist = join(import.meta.dirname, 'dist')
/** Sign-in is what a phone opens first, and is to be there sooner than the rest. */
const limits = { login: 200, page: 250, chunk: 45 }

/** First-load JavaScript of each page as built (docs/rules/page.md P41), and the chunk of each page by itself. */
export function measureBudgets(folder = dist): Measured[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  // Pages without a chunk of their own belong to the program.
  const loaded = pages.filter(({ screen }) => screen.startsWith('features/'))
  return [
    ...loaded.map((page) => ({
      name: `first load: ${page.path}`,
      size: sizeOf(folder, filesOf(manifest, chunksOf(page))),
      limit: page.path === '/login' ? limits.login : limits.page,
    })),
    ...loaded.map(({ path, screen }) => ({
      name: `chunk: ${path}`,
      size: sizeOf(folder, [chunkOf(manifest, `src/${screen}`).file]),
      limit: limits.chunk,
    })),
  ]
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
  // What is added while it is walked through is walked through too.
  for (const name of seen) for (const next of chunkOf(manifest, name).imports ?? []) seen.add(next)
  return [...new Set([...seen].map((name) => chunkOf(manifest, name).file))].filter((file) =>
    file.endsWith('.js'),
  )
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build has no chunk ${name}.`)
  return chunk
}

function sizeOf(folder: string, files: readonly string[]): number {
  return files.reduce((size, file) => size + brotli(readFileSync(join(folder, file))), 0) / 1024
}

function brotli(bytes: Uint8Array): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

if (process.argv[1] === import.meta.filename) {
  const results = measureBudgets()
  for (const { name, size, limit } of results)
    console.log(`${size > limit ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${limit} kB  ${name}`)
  process.exitCode = results.some(({ size, limit }) => size > limit) ? 1 : 0
}
