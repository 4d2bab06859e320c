import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryExecArgv, entryUrl } from '../entry-url.ts'
import { StartError } from '../start-error.ts'
import { syncPath } from './durable-node-fs.ts'

/** Major version of the engine's files; another one cannot be read by it. */
const engineVersion = '18'

/**
 * Makes sure that `directory` holds a database this engine can open: makes a new one where there is nothing, and
 * refuses whatever is neither. The caller holds the lock of the directory around it.
 */
export async function prepareEmbeddedDirectory(directory: string): Promise<void> {
  const versionFile = join(directory, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version === engineVersion) return
    throw new StartError(
      `${directory} holds a database of version ${version === '' ? '(empty)' : version}, this program reads ${engineVersion}. Nothing in it was changed.`,
    )
  }
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new StartError(
      `${directory} is not empty and holds no database (PG_VERSION is missing). Nothing in it was changed; move it away, or restore a backup into an empty data directory.`,
    )
  }
  await initialise(directory)
}

/** Into a directory beside it and then renamed, so that a start that is cut off leaves nothing half made. */
async function initialise(directory: string): Promise<void> {
  const making = `${directory}.new`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true, mode: 0o700 })
  await runInitialisation(making)
  rmSync(directory, { recursive: true, force: true })
  renameSync(making, directory)
  syncPath(dirname(directory))
}

function runInitialisation(directory: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...entryExecArgv(), fileURLToPath(entryUrl('embedded-init.child')), directory],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000)
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new StartError(
            `No database could be made in ${directory} (code ${code ?? 'none'}): ${said.trim().split('\n').at(-1) ?? ''}`,
          ),
        )
    })
  })
}
