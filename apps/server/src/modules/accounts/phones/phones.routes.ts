import type { Config } from '../../../platform/config/config.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import type { Call, Caller, HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { subkey } from '../../../platform/config/secrets.ts'
import type { Notifications } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { originOf } from '../audit/audit-trail.ts'
import type { PhoneChannel } from './phone.store.ts'
import { createPhoneSpending } from './phone-spending.ts'
import { phoneTexts } from './phone-texts.data.ts'
import { createPhoneCodes, createPhones, type PhoneCaller, phoneView } from './phones.ts'

/** The calls under /api/users/phone/. Numbers can be removed on a site that has no provider any more. */
export function addPhoneRoutes(
  server: HttpServer,
  config: Config,
  parts: AccountParts,
  { hasChannel, reachedBudget }: Pick<Notifications, 'hasChannel' | 'reachedBudget'>,
): void {
  const codes = createPhoneCodes(subkey(config.secret, 'phone-code'))
  const spend = createPhoneSpending(parts, reachedBudget)
  const phones = createPhones(parts, codes, spend, () => config.phoneCountries)
  const requireChannel = (channel: PhoneChannel) => {
    if (!hasChannel(channel)) throw new ProblemError('not_configured')
  }

  server.add('addPhone', async ({ body }, call) => {
    requireChannel('sms')
    const row = await phones.add(callerOf(call), body.phone)
    return { status: 201, body: { ...phoneView(row), resend_after: row.resendAfter.toISOString() } }
  })

  server.add('resendPhoneCode', async ({ params }, call) => {
    requireChannel('sms')
    const resendAfter = await phones.resend(callerOf(call), params.user_phone_id)
    return { status: 202, body: { resend_after: resendAfter.toISOString() } }
  })

  server.add('confirmPhone', async ({ body }, call) => {
    requireChannel('sms')
    const row = await phones.confirm(callerOf(call), body.user_phone_id, body.code)
    return { status: 200, body: phoneView(row) }
  })

  server.add('removePhone', async ({ body }, call) => {
    await phones.remove(callerOf(call), body.user_phone_id)
    return { status: 204, body: undefined }
  })

  server.add('testVoice', async ({ params }, call) => {
    requireChannel('voice')
    await phones.testCall(callerOf(call), params.user_phone_id)
    return { status: 202, body: { detail: phoneTexts[call.language].testCallStarted } }
  })
}

function callerOf(call: Call & { caller: Caller }): PhoneCaller {
  return { userId: call.caller.userId, network: addressKey(call.ip), from: originOf(call) }
}
