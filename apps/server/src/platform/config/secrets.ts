import { createHash, hkdfSync } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
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
  const file = join(dataDir, 'secret')
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

/** What is kept of a token of 256 random bits: enough to find it, not enough to use it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}
