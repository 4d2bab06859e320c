import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../.build/nets', import.meta.url))

/** A folder for one chain. Those of runs that were killed are swept away here, as they could not do it themselves. */
export async function scratchFolder(): Promise<string> {
  await mkdir(root, { recursive: true })
  for (const name of await readdir(root)) {
    const owner = Number(name.split('-')[0])
    if (!isAlive(owner)) await rm(join(root, name), { recursive: true, force: true })
  }
  return mkdtemp(join(root, `${process.pid}-`))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
