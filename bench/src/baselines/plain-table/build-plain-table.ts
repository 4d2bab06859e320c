import { mkdtempSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

/** Builds the plain page as ours is built, with its files compressed beside them; gives the folder. */
export async function buildPlainTable(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'roundsman-plain-table-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: { outDir, target: 'es2022', modulePreload: { polyfill: false } },
  })
  const assets = join(outDir, 'assets')
  for (const file of await readdir(assets))
    await writeFile(join(assets, `${file}.br`), brotliCompressSync(await readFile(join(assets, file))))
  return outDir
}
