import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildInfo } from './build-info.ts'
import { precompress } from './precompress.ts'
import { root } from './root.ts'

/** Builds the page into apps/web/dist and compresses its files once, as hard as it goes. */
export function buildWeb(app: string): void {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const { version, commit, built_at: builtAt } = buildInfo()
  const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: app,
    stdio: 'inherit',
    // Whatever whoever builds it has it set to: with `test` or `development` React's slow half would be taken in.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VITE_VERSION: version,
      ...(commit === null || builtAt === null ? {} : { VITE_COMMIT: commit, VITE_BUILT_AT: builtAt }),
    },
  })
  if (run.status !== 0) throw new Error('vite could not build apps/web')
  precompress(path.join(app, 'dist'))
}
