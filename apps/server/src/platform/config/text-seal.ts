import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Config } from './config.ts'
import { subkey } from './secrets.ts'

/** First byte of everything sealed, so that a later format can be distinguished. */
const version = 1
const ivBytes = 12
const tagBytes = 16

/** Seals texts, each bound to the row that it stands in. */
export interface TextSeal {
  seal(rowName: string, text: string): Buffer
  /** Throws if the key is another one, the bytes were changed, or they were sealed for another row. */
  open(rowName: string, sealed: Buffer): string
  /**
   * The same sealed with the present key; null: it is already.
   * @throws Error as `open`
   */
  renew(rowName: string, sealed: Buffer): Buffer | null
}

/** A column in which every value is sealed: `reseal` goes through all that modules name (`Module.sealed`). */
export interface SealedColumn {
  table: string
  column: string
  /** The column that tells its rows apart, in the order of which they are gone through. */
  key: { column: string; type: 'bigint' | 'boolean' }
  /** What a value is bound to, by the key of its row. */
  rowName(key: string): string
}

interface TextSealDeps {
  /** 32 bytes. */
  key: Uint8Array
  /** What was sealed with it is opened, too, while the secret is changed. */
  otherKey?: Uint8Array | null
  /** Gives that many random bytes as base64url. */
  randomToken: (bytes: number) => string
}

/** What the seals of a site are made of. */
export function sealingOf(
  { secret, otherSecret }: Pick<Config, 'secret' | 'otherSecret'>,
  randomToken: TextSealDeps['randomToken'],
): TextSealDeps {
  return {
    key: subkey(secret, 'encryption'),
    otherKey: otherSecret && subkey(otherSecret, 'encryption'),
    randomToken,
  }
}

/**
 * AES-256-GCM over the text, with the row's name as additional data: bytes copied into another row do not open
 * (ASVS 11.3.4).
 */
export function createTextSeal({ key, otherKey = null, randomToken }: TextSealDeps): TextSeal {
  const seal = (rowName: string, text: string) => {
    const iv = Buffer.from(randomToken(ivBytes), 'base64url')
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(rowName, 'utf8'))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
  }
  const openWith = (used: Uint8Array, rowName: string, sealed: Buffer) => {
    if (sealed[0] !== version) throw new Error('sealed payload of an unknown version')
    const iv = sealed.subarray(1, 1 + ivBytes)
    const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
    const decipher = createDecipheriv('aes-256-gcm', used, iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(rowName, 'utf8'))
    decipher.setAuthTag(tag)
    const body = Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()])
    return body.toString('utf8')
  }
  /** Which of the two it was sealed with shows by the tag alone. */
  const opened = (rowName: string, sealed: Buffer): { text: string; isPresent: boolean } => {
    try {
      return { text: openWith(key, rowName, sealed), isPresent: true }
    } catch (error) {
      if (otherKey === null) throw error
      return { text: openWith(otherKey, rowName, sealed), isPresent: false }
    }
  }
  return {
    seal,
    open: (rowName, sealed) => opened(rowName, sealed).text,
    renew(rowName, sealed) {
      const { text, isPresent } = opened(rowName, sealed)
      return isPresent ? null : seal(rowName, text)
    },
  }
}
