import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles a Node program into `<app>/dist`: main, cli and every `*.worker.ts` and `*.child.ts`, each a file of its
 * own beside the others. Workspaces are taken in, installed packages stay outside. Folders that belong to the
 * program at run time (migrations) lie beside main.js.
 */
export async function bundle(app: string): Promise<void> {
  const source = path.join(app, 'src')
  const out = path.join(app, 'dist')
  rmSync(out, { recursive: true, force: true })
  await build({
    entryPoints: [...entries(source)],
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
  for (const folder of ['migrations', 'assets']) {
    const from = path.join(app, folder)
    if (existsSync(from)) cpSync(from, path.join(out, folder), { recursive: true })
  }
}

function entries(source: string): string[] {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /^(main|cli)\.ts$|\.(worker|child)\.ts$/.test(name) && !name.includes('testing'))
    .map((name) => path.join(source, name))
}
