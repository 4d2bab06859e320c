import { createHash, hkdfSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
import { syncPath } from '../db/embedded/data-directory.ts'
import type { Ids } from '../ids.ts'

/** What keys are derived for; each purpose has a key of its own, so that one leaked says nothing of another. */
type KeyPurpose =
  | 'csrf'
  | 'session'
  | 'mail-token'
  | 'pre-session'
  | 'encryption'
  | 'attempts'
  | 'phone-code'
  | 'answer'
  | 'bucket'
  | 'telegram-button'

/** 32 bytes of HKDF-SHA-256 of the secret for one purpose. */
export function subkey(secret: Buffer, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `roundsman/${purpose}/v1`, 32))
}

const shortestSecret = 32

/** The secret of the environment, else the one in the data directory, made there once with 256 bits and mode 600. */
export function loadSecret(given: string | undefined, dataDir: string, ids: Ids): Buffer {
  if (given !== undefined) return Buffer.from(given)
  const file = secretFiles(dataDir).present
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, ids.token(32), { flag: 'wx', mode: 0o600, flush: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    chmodSync(file, 0o600)
    const secret = readFileSync(file)
    if (secret.length >= shortestSecret) return secret
  } catch (error) {
    throw new StartError(
      `ROUNDSMAN_DATA_DIR is ${JSON.stringify(dataDir)}, but the secret can't be read or created there: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  throw new StartError(
    `The file ${file} holds fewer than ${shortestSecret} bytes. Restore the previous secret, or delete the file: a new one is then created, and everyone has to sign in again.`,
  )
}

/** Where the secret of a data directory is, and the one before it while it is changed (B210). */
export const secretFiles = (dataDir: string) => ({
  present: join(dataDir, 'secret'),
  other: join(dataDir, 'secret.other'),
})

/** What was sealed with this one is opened, too: that of the environment, else the one before the directory's own; null: none. */
export function loadOtherSecret(
  { present, other }: { present: string | undefined; other: string | undefined },
  dataDir: string,
): Buffer | null {
  if (other !== undefined) return Buffer.from(other)
  const file = secretFiles(dataDir).other
  return present === undefined && existsSync(file) ? readFileSync(file) : null
}

/**
 * Puts a new secret in the place of the data directory's own, which is kept beside it. Killed at any instant, both are
 * there, or nothing has happened; done again, it goes on with the secret that was made before.
 */
export function replaceSecret(dataDir: string, ids: Ids): void {
  const { present, other } = secretFiles(dataDir)
  if (existsSync(other) && !readFileSync(other).equals(readFileSync(present))) return
  for (const [file, text] of [
    [other, readFileSync(present, 'utf8')],
    [present, ids.token(32)],
  ] as const) {
    const part = `${file}.part`
    writeFileSync(part, text, { mode: 0o600, flush: true })
    renameSync(part, file)
    syncPath(dataDir)
  }
}

/** Nothing is sealed with the one before any more. */
export function forgetOtherSecret(dataDir: string): void {
  const { other } = secretFiles(dataDir)
  if (!existsSync(other)) return
  rmSync(other)
  syncPath(dataDir)
}

/** What is kept of a token of 256 random bits: enough to find it, not enough to use it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}
