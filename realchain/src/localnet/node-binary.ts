import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './run-command.ts'

/** Versions of the Cosmos SDK that the suite can build a node of. */
export type SdkVersion = '0.55' | '0.53' | '0.46'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources: Record<SdkVersion, string> = { '0.55': 'node-055', '0.53': 'node', '0.46': 'node-046' }
/** Modules of ours that nodes are built with. */
const shared = ['exit-with-parent', 'no-downloads', 'left-out']

/** The version that `go` says of itself, null when there is no `go` on the machine. */
export async function goVersion(): Promise<string | null> {
  try {
    return (await runCommand({ program: 'go', args: ['env', 'GOVERSION'], cwd: root })).stdout.trim()
  } catch {
    return null
  }
}

async function fingerprint(module: string, go: string): Promise<string> {
  const hash = createHash('sha256').update(go)
  hash.update(await readFile(join(root, 'build-node.sh')))
  for (const folder of [module, ...shared]) {
    const all = await readdir(join(root, folder), { recursive: true })
    const names = all.filter((name) => /\.go$|(^|\/)go\.(mod|sum)$/.test(name))
    for (const name of names.sort())
      hash.update(`\n${folder}/${name}\n`).update(await readFile(join(root, folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Path of the node's program, built when its sources, the way it is built or the compiler have changed since. */
export async function nodeBinary(version: SdkVersion): Promise<string> {
  const go = await goVersion()
  if (go === null) throw new Error('building a real node needs Go (1.24 or newer) on the PATH')
  const out = join(root, '.build', `${sources[version]}-${await fingerprint(sources[version], go)}`)
  if (existsSync(out)) return out
  await mkdir(join(root, '.build'), { recursive: true })
  const half = `${out}.${process.pid}.part`
  await runCommand({
    program: 'sh',
    args: [join(root, 'build-node.sh'), sources[version], half],
    cwd: root,
    timeoutMs: 60 * 60_000,
  })
  await rename(half, out)
  await forgetOthers(sources[version], out)
  return out
}

/** Programs of earlier sources are a hundred megabytes each. */
async function forgetOthers(prefix: string, kept: string): Promise<void> {
  const folder = join(root, '.build')
  const old = new RegExp(`^${prefix}-[0-9a-f]{16}$`)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (old.test(name) && path !== kept) await rm(path, { force: true })
  }
}
