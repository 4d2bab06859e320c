import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Says that a folder is a demo's, so that `--fresh` never empties anything else. */
const marker = 'demo.json'

export interface DemoFolder {
  /** Absolute. */
  path: string
  catalogueFile: string
  password: string
}

/** Takes a folder for the demo, new or as the last run left it; `fresh` empties it first. */
export function takeDemoFolder(folder: string, fresh: boolean): DemoFolder {
  if (fresh) emptyDemoFolder(folder)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, marker),
    '{"what":"A folder of `npm run demo`; `npm run demo -- --fresh` empties it."}\n',
  )
  return {
    path: folder,
    catalogueFile: path.join(folder, 'networks.json'),
    password: keptPassword(path.join(folder, 'password')),
  }
}

function emptyDemoFolder(folder: string): void {
  if (!existsSync(folder)) return
  if (!existsSync(path.join(folder, marker))) {
    throw new Error(
      `${folder} was not made by the demo, so --fresh leaves it alone. Remove it yourself, or name another.`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
}

function keptPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(12).toString('base64url')}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}
