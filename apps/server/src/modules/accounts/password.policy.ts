import { createHash } from 'node:crypto'
import type { Message } from '../../platform/http/problem-error.ts'
import { fieldTexts } from './account-texts.data.ts'
import { commonPasswordDigests } from './common-passwords.data.ts'
import { emailKey } from './email-address.ts'

/**
 * What is wrong with a new password, null if nothing. Length is the schema's business (8 to 128); beyond that only
 * what everybody tries first is refused, the user's own address among it (null: not known yet); no mixture of characters is demanded (ASVS
 * 6.2.4, 6.2.5, 6.2.11).
 */
export function passwordFault(password: string, email: string | null): Message | null {
  if (email !== null && emailKey(password) === emailKey(email)) return fieldTexts.passwordIsAddress
  const digest = createHash('sha256').update(password.toLowerCase()).digest('hex').slice(0, 10)
  return commonPasswordDigests.has(digest) ? fieldTexts.commonPassword : null
}
