import { createCipheriv, createDecipheriv } from 'node:crypto'

/** First byte of everything sealed, so that a later format can be distinguished. */
const version = 1
const ivBytes = 12
const tagBytes = 16

/** Seals texts, each bound to the row that it stands in. */
export interface TextSeal {
  seal(rowName: string, text: string): Buffer
  /** Throws if the key is another one, the bytes were changed, or they were sealed for another row. */
  open(rowName: string, sealed: Buffer): string
}

/**
 * AES-256-GCM over the text, with the row's name as additional data: bytes copied into another row do not open
 * (ASVS 11.3.4). `key` has 32 bytes; `randomToken` gives that many random bytes as base64url.
 */
export function createTextSeal(deps: { key: Uint8Array; randomToken: (bytes: number) => string }): TextSeal {
  return {
    seal: (rowName, text) => {
      const iv = Buffer.from(deps.randomToken(ivBytes), 'base64url')
      const cipher = createCipheriv('aes-256-gcm', deps.key, iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(rowName, 'utf8'))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
    },
    open: (rowName, sealed) => {
      if (sealed[0] !== version) throw new Error('sealed payload of an unknown version')
      const iv = sealed.subarray(1, 1 + ivBytes)
      const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', deps.key, iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(rowName, 'utf8'))
      decipher.setAuthTag(tag)
      const body = Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()])
      return body.toString('utf8')
    },
  }
}
