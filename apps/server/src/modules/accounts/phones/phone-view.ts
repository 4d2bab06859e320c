import type { Phone } from '@roundsman/contract/users'
import type * as z from 'zod/mini'
import type { PhoneRow } from './phones.schema.ts'

/** A number as the contract shows it to its owner. */
export function phoneView(row: PhoneRow): z.infer<typeof Phone> {
  return { user_phone_id: row.id, phone: row.phone, is_confirmed: row.confirmedAt !== null }
}
