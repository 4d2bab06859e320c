import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import { findUser } from '../user.store.ts'
import { countCodeTry, findOwnPhone, markPhoneConfirmed } from './phone.store.ts'
import { codeTries, type PhoneCodes } from './phone-code.ts'
import { markCodeUsed } from './phone-message.store.ts'
import { phoneNotice } from './phone-notice.ts'
import type { PhoneRow } from './phones.schema.ts'
import type { PhoneCaller } from './phones.ts'

export type ConfirmPhone = (caller: PhoneCaller, id: number, code: string) => Promise<PhoneRow>

/**
 * Confirms a number by its code (F3, F4). Each try is counted in the transaction that looks at it, so that a hundred
 * at once are five tries too. A number that is confirmed already answers as then: the answer may have been lost.
 */
export function createConfirmPhone(parts: AccountParts, codes: PhoneCodes): ConfirmPhone {
  return async (caller, id, code) => {
    const { userId } = caller
    const outcome = await parts.db.transaction(async (tx) => {
      const row = await findOwnPhone(tx, userId, id)
      const user = await findUser(tx, userId)
      if (!row || !user) throw new ProblemError('not_found')
      if (row.confirmedAt) return { confirmed: row }
      const now = new Date(parts.clock.now())
      const { codeHash, codeExpiresAt } = row
      if (codeHash === null || codeExpiresAt === null || codeExpiresAt <= now || row.tries >= codeTries) {
        return { expired: true as const }
      }
      await countCodeTry(tx, id)
      if (!codes.fits(id, code, codeHash)) return { attemptsLeft: codeTries - row.tries - 1 }
      await markPhoneConfirmed(tx, id, now)
      await markCodeUsed(tx, userId, row.phone, now)
      await parts.enqueueDelivery(tx, phoneNotice('added', user, row))
      return { confirmed: { ...row, confirmedAt: now } }
    })
    const log = { user: userId, phone: id, ip: caller.ip }
    if ('confirmed' in outcome) {
      parts.audit.info({ event: 'phone_confirmed', ...log }, 'account')
      return outcome.confirmed
    }
    parts.audit.warn({ event: 'phone_code_refused', ...log }, 'account')
    if ('expired' in outcome) throw new ProblemError('code_expired')
    throw new ProblemError('invalid_code', { attemptsLeft: outcome.attemptsLeft })
  }
}
