import type { NewDelivery } from '../../notifications/notifications.public.ts'
import type { UserRow } from '../accounts.schema.ts'
import { phoneTexts } from './phone-texts.data.ts'
import type { PhoneRow } from './phones.schema.ts'

export type PhoneNotice = 'added' | 'removed' | 'codeFailed' | 'callFailed'

/** Tells the owner by mail what happened to a number of theirs (F10, F13, ASVS 6.3.7). */
export function phoneNotice(what: PhoneNotice, user: UserRow, row: PhoneRow): NewDelivery {
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
