import { createHmac, timingSafeEqual } from 'node:crypto'

export const codeDigits = 6
export const codeValidMs = 10 * 60_000
export const codeTries = 5

export interface PhoneCodes {
  hash(phoneId: number, code: string): Buffer
  fits(phoneId: number, code: string, hash: Buffer): boolean
}

/**
 * Six digits are found by trying all of them, so a plain digest would hide nothing: it is keyed, and bound to the
 * row that asked (ASVS 6.6.2), so that a code of one request fits no other.
 */
export function createPhoneCodes(key: Uint8Array): PhoneCodes {
  const hash = (phoneId: number, code: string) =>
    createHmac('sha256', key).update(`phone:${phoneId}\n${code}`).digest()
  return { hash, fits: (phoneId, code, stored) => timingSafeEqual(hash(phoneId, code), stored) }
}
