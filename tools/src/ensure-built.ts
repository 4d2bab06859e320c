import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildWeb } from './build-web.ts'
import { bundle, bundlePhone } from './bundle.ts'
import { inputHash } from './input-hash.ts'
import { root } from './root.ts'

type Target = 'web' | 'server' | 'simnet' | 'phone'

interface Recipe {
  inputs: string[]
  make(app: string): void | Promise<void>
}

/** Whatever a build is made of besides its own folder. */
const always = ['package-lock.json', 'tsconfig.base.json', 'packages', 'tools/src/build-info.ts']

const recipes: Record<Target, Recipe> = {
  web: {
    inputs: [...always, 'apps/web', 'tools/src/build-web.ts', 'tools/src/precompress.ts'],
    make: buildWeb,
  },
  server: { inputs: [...always, 'apps/server', 'tools/src/bundle.ts'], make: bundle },
  simnet: { inputs: [...always, 'apps/simnet', 'tools/src/bundle.ts'], make: bundle },
  phone: { inputs: [...always, 'apps/phone', 'tools/src/bundle.ts'], make: bundlePhone },
}

/**
 * Builds what is missing or older than its source, by content: a checkout that only looks newer builds nothing.
 * The stamp is removed first and written last, so that a build cut off is built again. Gives what was built.
 */
export async function ensureBuilt(targets: readonly Target[], baseDir = root): Promise<Target[]> {
  const built: Target[] = []
  for (const target of targets) {
    const app = path.join(baseDir, 'apps', target)
    const stamp = path.join(app, 'dist/.stamp')
    const hash = inputHash(baseDir, recipes[target].inputs)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
    console.error(`Building ${target} …`)
    rmSync(stamp, { force: true })
    await recipes[target].make(app)
    writeFileSync(stamp, hash)
    built.push(target)
  }
  return built
}
