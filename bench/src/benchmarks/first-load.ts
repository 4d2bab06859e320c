import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Benchmark } from '../benchmark.ts'

const dist = new URL('../../../apps/web/dist/', import.meta.url)

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
  }),
)

/** Every script that a browser loads before these modules run: their static imports, all the way down. */
function scriptsOf(manifest: z.infer<typeof Manifest>, entries: readonly string[]): string[] {
  const keys = new Set<string>()
  const visit = (key: string) => {
    if (keys.has(key)) return
    keys.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const entry of entries) visit(entry)
  return [...keys].flatMap((key) => manifest[key]?.file ?? [])
}

/** Very small files are sent as they are. */
function sentBytes(file: string): number {
  const path = fileURLToPath(new URL(file, dist))
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

const kilobytes = (files: readonly string[]) => files.reduce((sum, file) => sum + sentBytes(file), 0) / 1024

export const firstLoad: Benchmark = {
  name: 'first-load',
  question: 'How much script does a browser load, brotli 11, before a page works?',
  baseline: {
    what: 'the aim of the project: 180 kB for login, 210 kB for any other page',
    command: 'none: fixed numbers',
  },
  async run() {
    const manifest = Manifest.parse(JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')))
    const entry = Object.keys(manifest).filter((key) => key.endsWith('index.html'))
    const page = (name: string) =>
      Object.keys(manifest).filter((key) => key.includes(name) && !key.includes('node_modules'))
    const login = kilobytes(scriptsOf(manifest, [...entry, ...page('sign-in-page')]))
    const validators = kilobytes(scriptsOf(manifest, [...entry, ...page('validators-page')]))
    return {
      figures: [
        { name: 'login', value: login, unit: 'kB brotli' },
        { name: 'validators', value: validators, unit: 'kB brotli' },
      ],
      ratios: [
        { name: 'login to its aim', value: login / 180, unit: 'x' },
        { name: 'validators to its aim', value: validators / 210, unit: 'x' },
      ],
      remarks: [],
    }
  },
}
