import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lockDirectory } from '../../apps/server/src/platform/db/embedded/data-directory.ts'

/** Says that a folder is a demo's, so that `--fresh` never empties anything else. */
const marker = 'demo.json'

export interface DemoFolder {
  /** Absolute. */
  path: string
  catalogueFile: string
  passwordFile: string
  /** Where the simulated chains keep what they go on from. */
  chainsFile: string
  /** What the simulated bridges push with. */
  bridgesFile: string
  /** What its chains were before the first start, until that is imported. */
  pastFile: string
}

/**
 * Takes a folder for the demo, new or as the last run left it; `fresh` empties it first. Refuses one that a running
 * Roundsman has, by the product's own lock, before anything in it changes.
 */
export async function takeDemoFolder(folder: string, fresh: boolean): Promise<DemoFolder> {
  mkdirSync(folder, { recursive: true })
  await (await lockDirectory(folder)).release()
  if (fresh) emptyDemoFolder(folder)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, marker),
    '{"what":"A folder of `npm run demo`; `npm run demo -- --fresh` empties it."}\n',
  )
  return {
    path: folder,
    catalogueFile: path.join(folder, 'networks.json'),
    passwordFile: path.join(folder, 'password'),
    chainsFile: path.join(folder, 'chains.json'),
    bridgesFile: path.join(folder, 'bridges.json'),
    pastFile: path.join(folder, 'past.ndjson'),
  }
}

function emptyDemoFolder(folder: string): void {
  if (readdirSync(folder).length === 0) return
  if (!existsSync(path.join(folder, marker))) {
    throw new Error(
      `${folder} was not created by the demo, so --fresh leaves it alone. Remove it yourself, or use another folder.`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
}

/** The password of the demo's account, null until there is one. */
export function readPassword({ passwordFile }: DemoFolder): string | null {
  return existsSync(passwordFile) ? readFileSync(passwordFile, 'utf8').trim() : null
}

/** Keeps the password for the next run, readable by its owner only. */
export function keepPassword({ passwordFile }: DemoFolder, password: string): void {
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
}
