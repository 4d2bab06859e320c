import { Secret, TOTP } from 'otpauth'

/** What apps show above their codes. */
const issuer = 'Roundsman'
/** What every app understands (RFC 6238); other values are lost on some. */
const codes = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Bytes of a secret, as long as what the codes are made with (RFC 4226, section 4). */
export const totpSecretBytes = 20

/** A secret as people type it (Base32), and as apps read it from a QR code. */
export function totpOf(bytes: Buffer, email: string): { secret: string; uri: string } {
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  return { secret: secret.base32, uri: new TOTP({ ...codes, issuer, label: email, secret }).toString() }
}

/**
 * The time step whose code this is: that of `now` (Unix ms), or the one before or after (A121); null for a wrong one.
 * @param secret Base32
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...codes, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp: now, window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
