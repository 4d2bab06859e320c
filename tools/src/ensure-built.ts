import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildInfo, buildInfo } from './build-info.ts'
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
 *
 * @param asOf a build that says to be of another commit is made anew, too; what is as it should be stays where it is, since
 *   browsers of other tests may be on it
 */
export async function ensureBuilt(
  targets: readonly Target[],
  { baseDir = root, asOf }: { baseDir?: string; asOf?: Pick<BuildInfo, 'commit' | 'built_at'> } = {},
): Promise<Target[]> {
  const built: Target[] = []
  const { commit, built_at: builtAt } = buildInfo(baseDir)
  for (const target of targets) {
    const app = path.join(baseDir, 'apps', target)
    const stamp = path.join(app, 'dist/.stamp')
    const hash = inputHash(baseDir, recipes[target].inputs)
    const [was, ...of] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
    const isOf = asOf === undefined || of.join(' ') === `${asOf.commit} ${asOf.built_at}`
    if (was === hash && isOf) continue
    console.error(`Building ${target} …`)
    rmSync(stamp, { force: true })
    await recipes[target].make(app)
    writeFileSync(stamp, `${hash} ${commit} ${builtAt}`)
    built.push(target)
  }
  return built
}
