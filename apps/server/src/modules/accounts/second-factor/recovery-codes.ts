import { Secret } from 'otpauth'
import { recoveryCodeCount } from '@roundsman/contract/accounts/second-factor'
import { tokenHash } from '../../../platform/config/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Ids } from '../../../platform/ids.ts'
import { replaceRecoveryCodes } from './second-factor.store.ts'

/** 120 bits: 24 letters of Base32, and so much that a digest without salt is enough (ASVS 6.5.2). */
const codeBytes = 15

/** Gives a user new recovery codes in place of the old ones (A123), as they are shown this once. */
export async function renewRecoveryCodes(
  db: Queryable,
  ids: Pick<Ids, 'token'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => {
    const bytes = Buffer.from(ids.token(codeBytes), 'base64url')
    const { base32 } = new Secret({ buffer: new Uint8Array(bytes).buffer })
    return base32.toLowerCase().replaceAll(/(.{6})(?=.)/g, '$1-')
  })
  await replaceRecoveryCodes(db, userId, codes.map(recoveryCodeHash))
  return codes
}

/** In any spelling: with or without dashes and blanks, in any case, with the digits that letters are mistaken for. */
export function recoveryCodeHash(code: string): Buffer {
  const letters = code
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
  return tokenHash(`recovery code ${letters}`)
}
