import { createCipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'

/** Of P-256, uncompressed. */
const publicKeyBytes = 65
const saltBytes = 16
/** Of a record; all of it is one. */
const recordBytes = 4096
/** What a push service takes is 4 KiB with all that stands around the text: salt, sizes, key, the mark of the end, the tag. */
export const longestPlaintext = recordBytes - (saltBytes + 4 + 1 + publicKeyBytes) - 1 - 16

export interface SubscriptionKeys {
  /** Public key of the browser, base64url. */
  p256dh: string
  /** 16 bytes that only the browser and this site know, base64url. */
  auth: string
}

/**
 * The body of a push message that nobody but the browser can read: RFC 8291 with one record of RFC 8188 (aes128gcm).
 *
 * @param salt 16 random bytes, other ones for each message
 * @param own a key pair for this message alone
 * @throws where the browser's key is no point of the curve, or the text is longer than `longestPlaintext`
 */
export function encryptPush(
  plaintext: Uint8Array,
  { p256dh, auth }: SubscriptionKeys,
  { salt, own }: { salt: Uint8Array; own: ECDH },
): Buffer {
  if (plaintext.byteLength > longestPlaintext) throw new RangeError('too long for a push message')
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = own.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derived(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordBytes)
  sizes.writeUInt8(ours.byteLength, 4)
  // 2 marks the last record.
  const text = [cipher.update(plaintext), cipher.update(Buffer.of(2)), cipher.final()]
  return Buffer.concat([salt, sizes, ours, ...text, cipher.getAuthTag()])
}

function derived(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}

/** True of what a browser gives as its keys; that `p256dh` is a point of the curve included. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (point.byteLength !== publicKeyBytes || secret.byteLength !== 16) return false
  try {
    const probe = createECDH('prime256v1')
    probe.setPrivateKey(Buffer.alloc(32, 1))
    probe.computeSecret(point)
    return true
  } catch {
    return false
  }
}
