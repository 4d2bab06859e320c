import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from './root.ts'

/**
 * Before the server's tests: bundles the thread of the embedded database once. From the source, each of the hundreds of
 * databases of a run would load the compiler of TypeScript into a thread of its own, a third of what opening one costs.
 * Where nobody has run this (another program than Vitest), tests open it from the source.
 */
export default async function bundleEngineThread(): Promise<() => void> {
  const file = path.join(root, `node_modules/.cache/roundsman/engine-thread-${process.pid}.mjs`)
  await build({
    entryPoints: [path.join(root, 'apps/server/src/platform/db/embedded.worker.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  })
  process.env['TEST_ENGINE_THREAD'] = file
  return () => rmSync(file, { force: true })
}
