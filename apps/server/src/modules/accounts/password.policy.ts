import { createHash } from 'node:crypto'
import type { Message } from '../../platform/http/problem-error.ts'
import { fieldTexts } from './account-texts.data.ts'
import { commonPasswordDigests } from './common-passwords.data.ts'

/**
 * What is wrong with a new password, null if nothing. Length is the schema's business (8 to 128); beyond that only
 * what everybody tries first is refused, no mixture of characters is demanded (ASVS 6.2.4, 6.2.5).
 */
export function passwordFault(password: string): Message | null {
  const digest = createHash('sha256').update(password.toLowerCase()).digest('hex').slice(0, 10)
  return commonPasswordDigests.has(digest) ? fieldTexts.commonPassword : null
}
