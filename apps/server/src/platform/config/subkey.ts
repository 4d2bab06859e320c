import { hkdfSync } from 'node:crypto'

/** What keys are derived for; each purpose has a key of its own, so that one leaked says nothing of another. */
export type KeyPurpose =
  | 'csrf'
  | 'session'
  | 'mail-token'
  | 'pre-session'
  | 'encryption'
  | 'attempts'
  | 'phone-code'
  | 'answer'

/** 32 bytes of HKDF-SHA-256 of the secret for one purpose. */
export function subkey(secret: Buffer, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `roundsman/${purpose}/v1`, 32))
}
