import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles a Node program into `<app>/dist`: main, cli and every `*.worker.ts` and `*.child.ts`, each a file of its
 * own beside the others. Workspaces are taken in, installed packages stay outside. Folders that belong to the
 * program at run time (migrations) lie beside main.js.
 */
export async function bundle(app: string): Promise<void> {
  await bundleTo(path.join(app, 'dist'), app, programs(path.join(app, 'src')))
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
    logLevel: 'warning',
    plugins: [
      {
        name: 'installed-packages-stay-outside',
        setup(bundler) {
          bundler.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
            kind === 'entry-point' || name.startsWith('@roundsman/')
              ? undefined
              : { path: name, external: true },
          )
        },
      },
    ],
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
