import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installed } from '../bundle.ts'
import { programArguments } from '../program-arguments.ts'
import { root } from '../root.ts'
import { runCommand } from '../run-command.ts'
import { packageFolders } from '../workspaces.ts'
import { type Entry, entriesOf, folderEntry, textEntry } from './entries.ts'
import type { ReleasePlatform } from './platforms.ts'

/** The program for a platform: what changes with each commit, what stays for months, and what is for whoever installs it. */
interface ProgramParts {
  program: Entry[]
  engine: Entry[]
  /** Files for systemd, Compose and Kubernetes, and what they and the program refer to. */
  papers: Entry[]
}

/** Of `docs/`, what somebody needs who runs Roundsman and has no checkout. */
const papers = ['installing.md', 'operating.md', 'upgrading.md', 'scaling.md', 'security.md', 'faults.md']

/**
 * Everything that the server needs at run time, as it lies in the release: `bin/roundsman`, and below `lib` Node, the bundle, the
 * page and the few packages that a bundle cannot take in.
 * @param engines folder with the packages of `tools/engines/release`
 */
export async function programEntries(platform: ReleasePlatform, engines: string): Promise<ProgramParts> {
  const isStamp = (file: string) => path.basename(file) === '.stamp'
  return {
    program: [
      folderEntry('bin'),
      textEntry('bin/roundsman', launcher, 0o755),
      ...entriesOf(path.join(root, 'apps/server/dist'), 'lib/apps/server/dist', isStamp),
      ...entriesOf(path.join(root, 'apps/web/dist'), 'lib/apps/web/dist', isStamp),
      ...['LICENSE', 'CHANGELOG.md'].map((name) =>
        textEntry(name, readFileSync(path.join(root, name), 'utf8')),
      ),
    ],
    papers: [
      ...entriesOf(path.join(root, 'deploy'), 'deploy'),
      folderEntry('docs'),
      ...papers.map((name) => textEntry(`docs/${name}`, readFileSync(path.join(root, 'docs', name), 'utf8'))),
    ],
    engine: [
      ...['lib', 'lib/apps', 'lib/apps/server', 'lib/apps/web', 'lib/node_modules'].map((name) =>
        folderEntry(name),
      ),
      { name: 'lib/node', mode: 0o755, content: { file: path.join(engines, platform.node, 'bin/node') } },
      ...(await packageEntries(platform)),
    ],
  }
}

/** Finds itself through links, so that it may be linked into a folder of the PATH; otherwise it needs a shell and nothing else. */
const launcher = `#!/bin/sh
self=$0
while [ -L "$self" ]; do
  to=$(readlink "$self")
  case $to in /*) self=$to ;; *) self=\${self%/*}/$to ;; esac
done
case $self in */*) ;; *) self=./$self ;; esac
home=$(cd "\${self%/*}/.." && pwd -P)
NODE_ENV=\${NODE_ENV:-production}
export NODE_ENV
exec "$home/lib/node" ${programArguments.join(' ')} "$home/lib/apps/server/dist/cli.js" "$@"
`

/** What the bundle leaves to `node_modules`, with what that needs, as the lock file has it for the platform. */
async function packageEntries({ cpu }: ReleasePlatform): Promise<Entry[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-release-'))
  for (const name of ['package-lock.json', ...packageFolders().map((one) => `${one}/package.json`)]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    cpSync(path.join(root, name), path.join(folder, name))
  }
  const words = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--workspace=@roundsman/server']
  const code = await runCommand('npm', ['ci', ...words, '--os=linux', `--cpu=${cpu}`, '--libc=glibc'], {
    cwd: folder,
  })
  if (code !== 0)
    throw new Error(`npm could not install the server's packages for ${cpu}; its reason stands above.`)
  const modules = path.join(folder, 'node_modules')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return [...closure(modules, installed)].flatMap((name) => {
    const [scope] = name.split('/')
    const above = name.startsWith('@') ? [folderEntry(`lib/node_modules/${scope ?? ''}`)] : []
    return [...above, ...entriesOf(path.join(modules, name), `lib/node_modules/${name}`, isForDevelopers)]
  })
}

/** Types and maps of packages: nothing at run time reads them. */
const isForDevelopers = (file: string) => /\.(d\.[cm]?ts|map)$/.test(file)

/** These packages and all that they ask for and that is there: of those for single platforms only this one's are. */
function closure(modules: string, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const look = (name: string) => {
    const manifest = path.join(modules, name, 'package.json')
    if (found.has(name) || !existsSync(manifest)) return
    found.add(name)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) look(one)
  }
  for (const name of names) look(name)
  return found
}
