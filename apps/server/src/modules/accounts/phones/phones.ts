import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditKind } from '@roundsman/contract/accounts/audit'
import type { Phone } from '@roundsman/contract/accounts/users'
import type * as z from 'zod/mini'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { FailedDelivery, NewDelivery } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import type { Origin } from '../audit/audit-trail.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { findUser } from '../users/user.store.ts'
import {
  countCodeTry,
  deletePhone,
  findOwnPhone,
  insertPhone,
  lockPhoneMessages,
  markCodeUsed,
  markPhoneConfirmed,
  type PhoneRow,
  phonesOf,
  setPhoneCode,
} from './phone.store.ts'
import { readPhoneNumber } from './phone-number.policy.ts'
import { resendWaitMs, type SpendPhoneMessage } from './phone-spending.ts'
import { phoneFaults, phoneTexts } from './phone-texts.data.ts'

const phonesPerUser = 10
/** A test call that comes a quarter of an hour later is none. */
const testCallUsefulMs = 5 * 60_000

export interface PhoneCaller {
  userId: number
  /** What the caps count by. */
  network: string
  from: Origin
}

interface Phones {
  add(caller: PhoneCaller, typed: string): Promise<PhoneRow>
  resend(caller: PhoneCaller, id: number): Promise<Date>
  confirm(caller: PhoneCaller, id: number, code: string): Promise<PhoneRow>
  remove(caller: PhoneCaller, id: number): Promise<void>
  /** Calls a number that is confirmed. */
  testCall(caller: PhoneCaller, id: number): Promise<void>
}

/**
 * Numbers of users and the codes that go to them (F1 to F11).
 * @param countries ISO codes; null: all but those known for premium fraud
 */
export function createPhones(
  parts: AccountParts,
  codes: PhoneCodes,
  spend: SpendPhoneMessage,
  countries: () => readonly string[] | null,
): Phones {
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

  const record = (db: Queryable, kind: AuditKind, { userId, from }: PhoneCaller, phone: string) =>
    parts.audit.record(db, { kind, userId, from, detail: maskedPhone(phone) })

  return {
    add: async (caller, typed) => {
      const verdict = readPhoneNumber(typed, countries())
      if (!verdict.ok) throw refuse(verdict.fault)
      return parts.db.transaction(async (tx) => {
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
        const resendAfter = await sendCode(tx, user, added, caller)
        if (!known) await record(tx, 'phone_added', caller, added.phone)
        return { ...added, resendAfter }
      })
    },
    resend: async (caller, id) => {
      return parts.db.transaction(async (tx) => {
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
    },
    // Each try is counted in the transaction that looks at it, so that a hundred at once are five tries too (F3, F4). A
    // number that is confirmed already answers as then: the answer may have been lost.
    confirm: async (caller, id, code) => {
      const { userId } = caller
      const outcome = await parts.db.transaction(async (tx) => {
        const row = await findOwnPhone(tx, userId, id)
        const user = await findUser(tx, userId)
        if (!row || !user) throw new ProblemError('not_found')
        if (row.confirmedAt) return { confirmed: row }
        const now = new Date(parts.clock.now())
        const { codeHash, codeExpiresAt } = row
        if (codeHash === null || codeExpiresAt === null || codeExpiresAt <= now || row.tries >= codeTries) {
          await record(tx, 'phone_code_refused', caller, row.phone)
          return { expired: true as const }
        }
        await countCodeTry(tx, id)
        if (!codes.fits(id, code, codeHash)) {
          await record(tx, 'phone_code_refused', caller, row.phone)
          return { attemptsLeft: codeTries - row.tries - 1 }
        }
        await markPhoneConfirmed(tx, id, now)
        await markCodeUsed(tx, userId, row.phone, now)
        await parts.enqueueDelivery(tx, phoneNotice('added', user, row))
        await record(tx, 'phone_confirmed', caller, row.phone)
        return { confirmed: { ...row, confirmedAt: now } }
      })
      if ('confirmed' in outcome) return outcome.confirmed
      if ('expired' in outcome) throw new ProblemError('code_expired')
      throw new ProblemError('invalid_code', { attemptsLeft: outcome.attemptsLeft })
    },
    remove: async (caller, id) => {
      await parts.db.transaction(async (tx) => {
        const user = await userOf(tx, caller.userId)
        const row = await findOwnPhone(tx, user.id, id)
        if (!row) throw new ProblemError('not_found')
        await deletePhone(tx, id)
        if (row.confirmedAt) await parts.enqueueDelivery(tx, phoneNotice('removed', user, row))
        await record(tx, 'phone_removed', caller, row.phone)
      })
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
      parts.securityLog.info(
        { event: 'phone_test_call', user: caller.userId, phone: id, ip: caller.from.ip },
        'account',
      )
    },
  }
}

async function userOf(tx: Tx, userId: number): Promise<UserRow> {
  const user = await findUser(tx, userId)
  if (!user) throw new ProblemError('not_authenticated')
  return user
}

const codeDigits = 6
const codeValidMs = 10 * 60_000
const codeTries = 5

interface PhoneCodes {
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

type PhoneNotice = 'added' | 'removed' | 'codeFailed' | 'callFailed'

/** Tells the owner by mail what happened to a number of theirs (F10, F13, ASVS 6.3.7). */
function phoneNotice(what: PhoneNotice, user: UserRow, row: PhoneRow): NewDelivery {
  return {
    channel: 'email',
    purpose: 'account',
    recipient: user.email,
    userId: user.id,
    language: user.language,
    message: phoneTexts[user.language][what](maskedPhone(row.phone)),
    dedupeKey: `phone-${what}:${row.id}`,
    usefulForMs: 24 * 60 * 60_000,
  }
}

/** `+12…0123`: enough for its owner to know which one is meant. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}…${phone.slice(-4)}`
}

/**
 * A code or a test call that will not come (F13): its recipient is notified by mail. A
 * number that is not theirs any more, or that another code has confirmed meanwhile, is nothing to worry about.
 */
export async function reportFailure(
  tx: Tx,
  parts: AccountParts,
  { id, channel, purpose, recipient, userId }: FailedDelivery,
): Promise<void> {
  if (purpose !== 'account' || userId === null || (channel !== 'sms' && channel !== 'voice')) return
  const user = await findUser(tx, userId)
  const own = await phonesOf(tx, userId)
  const row = own.find(({ phone }) => phone === recipient)
  if (!user || !row || (channel === 'sms' && row.confirmedAt !== null)) return
  const what = channel === 'sms' ? 'codeFailed' : 'callFailed'
  await parts.enqueueDelivery(tx, { ...phoneNotice(what, user, row), dedupeKey: `phone-failed:${id}` })
}

/** A number as the contract shows it to its owner. */
export function phoneView(row: PhoneRow): z.infer<typeof Phone> {
  return { user_phone_id: row.id, phone: row.phone, is_confirmed: row.confirmedAt !== null }
}
