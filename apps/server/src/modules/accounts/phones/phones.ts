import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import type { UserRow } from '../accounts.schema.ts'
import { findUser } from '../user.store.ts'
import { deletePhone, findOwnPhone, insertPhone, phonesOf, setPhoneCode } from './phone.store.ts'
import { resendWaitMs } from './phone-caps.policy.ts'
import { codeDigits, codeValidMs, type PhoneCodes } from './phone-code.ts'
import { lockPhoneMessages } from './phone-message.store.ts'
import { phoneNotice } from './phone-notice.ts'
import { readPhoneNumber } from './phone-number.policy.ts'
import type { SpendPhoneMessage } from './phone-spending.ts'
import { phoneFaults, phoneTexts } from './phone-texts.data.ts'
import type { PhoneRow } from './phones.schema.ts'

const phonesPerUser = 10
/** A test call that comes a quarter of an hour later is none. */
const testCallUsefulMs = 5 * 60_000

export interface PhoneCaller {
  userId: number
  /** What the caps count by; the address itself is for the log. */
  network: string
  ip: string
}

export interface PhonesDeps {
  parts: AccountParts
  codes: PhoneCodes
  spend: SpendPhoneMessage
  /** ISO codes; null: all but those known for premium fraud. */
  countries: readonly string[] | null
}

export interface Phones {
  add(caller: PhoneCaller, typed: string): Promise<PhoneRow>
  resend(caller: PhoneCaller, id: number): Promise<Date>
  remove(caller: PhoneCaller, id: number): Promise<void>
  /** Calls a number that is confirmed. */
  testCall(caller: PhoneCaller, id: number): Promise<void>
}

/** Numbers of users and the codes that go to them (F1 to F11). Codes are entered in `confirm-phone.ts`. */
export function createPhones({ parts, codes, spend, countries }: PhonesDeps): Phones {
  const refuse = (fault: keyof typeof phoneFaults) =>
    new ProblemError('validation_failed', { errors: { phone: [phoneFaults[fault]] } })

  async function sendCode(tx: Tx, user: UserRow, row: PhoneRow, caller: PhoneCaller): Promise<Date> {
    const { phone } = row
    const message = await spend(tx, { channel: 'sms', phone, userId: user.id, network: caller.network })
    const code = parts.ids.digits(codeDigits)
    const now = parts.clock.now()
    const resendAfter = new Date(now + resendWaitMs(message.earlier + 1))
    const codeExpiresAt = new Date(now + codeValidMs)
    await setPhoneCode(tx, row.id, { codeHash: codes.hash(row.id, code), codeExpiresAt, resendAfter })
    await parts.enqueueDelivery(tx, {
      channel: 'sms',
      purpose: 'account',
      recipient: phone,
      userId: user.id,
      language: user.language,
      message: { subject: '', paragraphs: [phoneTexts[user.language].code(code)] },
      dedupeKey: `phone-code:${message.id}`,
      usefulForMs: codeValidMs,
    })
    return resendAfter
  }

  const log = (event: string, caller: PhoneCaller, phoneId: number) => {
    parts.audit.info({ event, user: caller.userId, phone: phoneId, ip: caller.ip }, 'account')
  }

  return {
    add: async (caller, typed) => {
      const verdict = readPhoneNumber(typed, countries)
      if (!verdict.ok) throw refuse(verdict.fault)
      const row = await parts.db.transaction(async (tx) => {
        // Two adds at once would both find nothing: the second waits here.
        await lockPhoneMessages(tx)
        const user = await userOf(tx, caller.userId)
        const own = await phonesOf(tx, user.id)
        const now = parts.clock.now()
        const known = own.find((one) => one.phone === verdict.phone)
        if (known?.confirmedAt) throw refuse('own')
        // Sent twice by a hasty finger: the code is under way, a second one would only void it.
        if (known && now < known.resendAfter.getTime()) return known
        if (!known && own.length >= phonesPerUser) throw refuse('many')
        const added = known ?? (await insertPhone(tx, user.id, verdict.phone, new Date(now)))
        return { ...added, resendAfter: await sendCode(tx, user, added, caller) }
      })
      log('phone_added', caller, row.id)
      return row
    },
    resend: async (caller, id) => {
      const resendAfter = await parts.db.transaction(async (tx) => {
        await lockPhoneMessages(tx)
        const user = await userOf(tx, caller.userId)
        const row = await findOwnPhone(tx, user.id, id)
        if (!row) throw new ProblemError('not_found')
        if (row.confirmedAt) throw refuse('own')
        const waitMs = row.resendAfter.getTime() - parts.clock.now()
        if (waitMs > 0) {
          const seconds = String(Math.ceil(waitMs / 1000))
          throw new ProblemError('too_many_requests', { headers: { 'retry-after': seconds } })
        }
        return sendCode(tx, user, row, caller)
      })
      log('phone_code_resent', caller, id)
      return resendAfter
    },
    remove: async (caller, id) => {
      await parts.db.transaction(async (tx) => {
        const user = await userOf(tx, caller.userId)
        const row = await findOwnPhone(tx, user.id, id)
        if (!row) throw new ProblemError('not_found')
        await deletePhone(tx, id)
        if (row.confirmedAt) await parts.enqueueDelivery(tx, phoneNotice('removed', user, row))
      })
      log('phone_removed', caller, id)
    },
    testCall: async (caller, id) => {
      await parts.db.transaction(async (tx) => {
        await lockPhoneMessages(tx)
        const user = await userOf(tx, caller.userId)
        const row = await findOwnPhone(tx, user.id, id)
        if (!row) throw new ProblemError('not_found')
        if (!row.confirmedAt) throw new ProblemError('phone_not_confirmed')
        const { phone } = row
        const call = await spend(tx, { channel: 'voice', phone, userId: user.id, network: caller.network })
        await parts.enqueueDelivery(tx, {
          channel: 'voice',
          purpose: 'account',
          recipient: phone,
          userId: user.id,
          language: user.language,
          message: { subject: '', paragraphs: phoneTexts[user.language].testCall },
          dedupeKey: `phone-test:${call.id}`,
          usefulForMs: testCallUsefulMs,
        })
      })
      log('phone_test_call', caller, id)
    },
  }
}

async function userOf(tx: Tx, userId: number): Promise<UserRow> {
  const user = await findUser(tx, userId)
  if (!user) throw new ProblemError('not_authenticated')
  return user
}
