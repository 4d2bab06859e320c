import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

/** What a build says of itself. */
export interface BuildInfo {
  version: string
  commit: string | null
  built_at: string | null
}

/**
 * Version of package.json, and the commit that is checked out with its time: the same source gives the same bytes, whenever
 * it is built. `SOURCE_DATE_EPOCH` (https://reproducible-builds.org/specs/source-date-epoch/) wins over the commit's time.
 * Without a repository there is no commit.
 */
export function buildInfo(baseDir = root, env: Readonly<NodeJS.ProcessEnv> = process.env): BuildInfo {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const epoch = env['SOURCE_DATE_EPOCH'] ?? git(baseDir, ['show', '-s', '--format=%ct', 'HEAD'])
  return {
    version,
    commit: git(baseDir, ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12']),
    built_at: epoch === null ? null : new Date(Number(epoch) * 1000).toISOString(),
  }
}

/** What git answers; null where there is no git, or no repository. */
function git(cwd: string, args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
