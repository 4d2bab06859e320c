import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { buildInfo } from './build-info.ts'

/** What is compiled for the machine, or finds files of its own beside it, stays where it is installed. */
export const installed = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pino', 'pino-pretty']

/** Packages that are not ES modules ask for these, which ES modules do not have. */
const forOlderPackages = [
  "import { createRequire as createRequireOf } from 'node:module'",
  'const require = createRequireOf(import.meta.url)',
  'const [__filename, __dirname] = [import.meta.filename, import.meta.dirname]',
].join('\n')

/** A source map that says almost nothing, for files that nobody here wrote: esbuild overlooks one that is empty. */
const emptyMap = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')

const packages: Plugin = {
  name: 'packages',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path: name }) =>
      installed.some((one) => name === one || name.startsWith(`${one}/`))
        ? { path: name, external: true }
        : undefined,
    )
    bundler.onLoad({ filter: /node_modules\/.*\.[cm]?js$/ }, ({ path: file }) => ({
      contents: `${readFileSync(file, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
    }))
  },
}

/**
 * Bundles a Node program into `<app>/dist`: main, cli and every `*.worker.ts` and `*.child.ts`, each a file of its
 * own beside the others, with what they share in further ones. Packages are taken in, since a thousand small files
 * take Node a second to load (decision 019). Folders that belong to the program at run time (migrations) lie beside main.js.
 */
export async function bundle(app: string): Promise<void> {
  await bundleTo(path.join(app, 'dist'), app, programs(path.join(app, 'src')))
}

/** Bundles the phone of the demo, and the page that it serves, beside that page's other files. */
export async function bundlePhone(app: string): Promise<void> {
  await bundle(app)
  await build({
    entryPoints: [path.join(app, 'src/page/page.tsx')],
    outfile: path.join(app, 'dist/assets/page.js'),
    bundle: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'warning',
  })
}

/** Bundles these programs of an app into a folder, which is emptied first. */
export async function bundleTo(out: string, app: string, entryPoints: string[]): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  await build({
    entryPoints,
    outdir: out,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    // Node keeps the whole text and the whole map of each file for as long as the process lives: 5 and 1 MB, not 8 and 14.
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    splitting: true,
    chunkNames: 'shared-[hash]',
    banner: { js: forOlderPackages },
    define: { __BUILD__: JSON.stringify(buildInfo()) },
    plugins: [packages],
  })
  // Outside the app nothing else says that its files are ES modules.
  writeFileSync(path.join(out, 'package.json'), '{ "type": "module" }\n')
  for (const folder of ['migrations', 'assets']) {
    const from = path.join(app, folder)
    if (existsSync(from)) cpSync(from, path.join(out, folder), { recursive: true })
  }
}

/** What is started by file: main, cli, every `*.worker.ts` and `*.child.ts`; those of its tests only where asked for. */
export function programs(source: string, { withTesting = false } = {}): string[] {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /^(main|cli)\.ts$|\.(worker|child)\.ts$/.test(name))
    .filter((name) => withTesting || !name.includes('testing'))
    .map((name) => path.join(source, name))
}
