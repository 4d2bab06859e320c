import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * First-load JavaScript of each page as built, brotli 11, in kB of 1,024 bytes. `node apps/web/budget.mjs` prints a
 * table and fails when a page is over its budget.
 *
 * @typedef {{ file: string, isEntry?: boolean, imports?: string[] }} Chunk
 * @typedef {{ page: string, chunks: string[], limit: number }} Budget
 */
const dist = join(import.meta.dirname, 'dist')
const entry = 'index.html'
const texts = 'src/i18n/en.json'
/** The frame of every page for members with its texts. */
const shell = [entry, texts, 'src/app/frame.tsx', 'src/i18n/shell.en.json']

/** What a page asks for before it can be used; the catalogue is the user's one language. @type {Budget[]} */
const budgets = [
  { page: 'login', chunks: [entry, texts, 'src/features/accounts/sign-in-page.tsx'], limit: 180 },
  {
    page: 'validators',
    chunks: [...shell, 'src/features/validators/validators-page.tsx'],
    limit: 210,
  },
  ...['alerts', 'alerts-history', 'bridges', 'charts', 'settings'].map((page) => ({
    page,
    chunks: [...shell, `src/features/${page}/${page}-page.tsx`],
    limit: 210,
  })),
]
const pageLimit = 45

/** What a folder of built files takes, page by page. @returns {{ name: string, size: number, limit: number }[]} */
export function measureBudgets(folder = dist) {
  const manifest = readManifest(folder)
  const pages = Object.keys(manifest).filter((name) => /^src\/features\/.*-page\.tsx$/.test(name))
  if (pages.length < 3)
    throw new Error('The manifest names fewer pages than there are: nothing would be measured.')
  return [
    ...budgets.map(({ page, chunks, limit }) => ({
      name: `first load: ${page}`,
      size: sum(folder, filesOf(manifest, chunks)),
      limit,
    })),
    ...pages.map((name) => ({
      name: `chunk: ${name}`,
      size: sum(folder, [chunkOf(manifest, name).file]),
      limit: pageLimit,
    })),
  ]
}

/** @param {string} folder @returns {Record<string, Chunk>} */
function readManifest(folder) {
  /** @type {unknown} */
  const read = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  return /** @type {Record<string, Chunk>} */ (read)
}

/** Files of the chunks and of all that they import at once. @param {Record<string, Chunk>} manifest @param {string[]} names */
function filesOf(manifest, names) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {Set<string>} */
  const files = new Set()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const chunk = chunkOf(manifest, name)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    queue.push(...(chunk.imports ?? []))
  }
  return [...files]
}

/** @param {Record<string, Chunk>} manifest @param {string} name */
function chunkOf(manifest, name) {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build has no chunk ${name}.`)
  return chunk
}

/** @param {string} folder @param {string[]} files */
function sum(folder, files) {
  return files.reduce((size, file) => size + brotli(readFileSync(join(folder, file))), 0) / 1024
}

/** @param {Buffer} bytes */
function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

if (process.argv[1] === import.meta.filename) {
  const results = measureBudgets()
  for (const { name, size, limit } of results)
    console.log(`${size > limit ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${limit} kB  ${name}`)
  process.exitCode = results.some(({ size, limit }) => size > limit) ? 1 : 0
}
