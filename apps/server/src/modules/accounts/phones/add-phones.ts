import { subkey } from '../../../platform/config/subkey.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Notifications } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { createConfirmPhone } from './confirm-phone.ts'
import { createPhoneCodes } from './phone-code.ts'
import { createPhoneSpending } from './phone-spending.ts'
import { addPhoneRoutes } from './phones.routes.ts'
import { createPhones } from './phones.ts'

/** Adds everything about phone numbers to the server. */
export function addPhones(
  server: HttpServer,
  { config }: Pick<Platform, 'config'>,
  parts: AccountParts,
  notifications: Pick<Notifications, 'hasChannel' | 'reachedBudget'>,
): void {
  const codes = createPhoneCodes(subkey(config.secret, 'phone-code'))
  const spend = createPhoneSpending(parts, notifications.reachedBudget)
  addPhoneRoutes(server, {
    phones: createPhones({ parts, codes, spend, countries: config.phoneCountries }),
    confirm: createConfirmPhone(parts, codes),
    available: { sms: notifications.hasChannel('sms'), voice: notifications.hasChannel('voice') },
  })
}
