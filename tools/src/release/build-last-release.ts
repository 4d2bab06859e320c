import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.ts'
import { lastRelease } from './last-release.data.ts'

/** What stands in the way of having it; null: nothing. A copy without the repository's history does not have its source. */
export function whyNoLastRelease(): string | null {
  const { status } = spawnSync('git', ['cat-file', '-e', `${lastRelease.commit}^{commit}`], { cwd: root })
  return status === 0
    ? null
    : `commit ${lastRelease.commit.slice(0, 8)} is not in this copy of the repository`
}

/** The server of the last release, bundled from its own source by its own tools, once; gives the folder of its programs. */
export function buildLastRelease(): string {
  const cache = path.join(root, 'node_modules/.cache/roundsman')
  const folder = path.join(cache, `release-${lastRelease.commit.slice(0, 12)}`)
  const programs = path.join(folder, 'apps/server/dist')
  if (existsSync(folder)) return programs
  // Gets its name when it is whole.
  const making = `${folder}.${process.pid}`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const source = execFileSync('git', ['archive', lastRelease.commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', making], { input: source })
  if (usesPackagesOf(making)) linkPackages(making)
  else run(making, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  const bundle = `import { bundle } from './tools/src/bundle.ts'; await bundle('${making}/apps/server')`
  run(making, process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', bundle])
  renameSync(making, folder)
  return programs
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>
}

const lockOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Lock

/** Whether each package that it runs with is installed here in the same version, so that nothing has to be fetched. */
function usesPackagesOf(folder: string): boolean {
  const ours = lockOf(root).packages
  return Object.entries(lockOf(folder).packages)
    .filter(([name, { dev, link }]) => name.startsWith('node_modules/') && dev !== true && link !== true)
    .every(([name, { version }]) => ours[name]?.version === version)
}

/** Gives it the packages that are installed here, but its own workspaces. */
function linkPackages(folder: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')]
  mkdirSync(path.join(to, '@roundsman'), { recursive: true })
  for (const name of readdirSync(from))
    if (!name.startsWith('.') && name !== '@roundsman')
      symlinkSync(path.join(from, name), path.join(to, name))
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(path.join(folder, group)))
      symlinkSync(path.join('../..', group, name), path.join(to, '@roundsman', name))
}

function run(cwd: string, command: string, args: readonly string[]): void {
  // It is no part of the checkout around it, whose commit it would else say it was built from.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(cwd) }
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The last release cannot be built: ${stderr}`)
}
