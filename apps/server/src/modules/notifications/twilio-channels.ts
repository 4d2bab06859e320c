import { isLoopbackHost } from '../../platform/http/client-address.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Channel } from './channels/channel.ts'
import { createSmsChannel } from './channels/sms.ts'
import { createTwilioClient } from './channels/twilio-client.ts'
import { createVoiceChannel } from './channels/voice.ts'
import { bindProviderId, hasRival } from './receipt.store.ts'

export interface TwilioChannels {
  /** None where Twilio is not configured; no calls where the sender is a name, which cannot call. */
  channels: Channel[]
  authToken: string | null
  /** Where Twilio reports what became of a delivery; null: it is not configured or cannot reach this site. */
  callbackUrl(deliveryId: number): string | null
}

/**
 * SMS and voice as the configuration gives them.
 * @param publicUrl where this site is for others; null: nobody knows
 */
export function createTwilioChannels(
  { config, db, fetch, clock }: Pick<Platform, 'config' | 'db' | 'fetch' | 'clock'>,
  publicUrl: string | null,
): TwilioChannels {
  const account = config.twilio
  if (!account) return { channels: [], authToken: null, callbackUrl: () => null }
  const reachable = publicUrl !== null && (!isOfThisMachine(publicUrl) || isOfThisMachine(account.url))
  const base = reachable ? publicUrl : null
  const callbackUrl = (deliveryId: number) =>
    base === null ? null : new URL(`/api/callbacks/twilio/${deliveryId}/`, base).href
  const client = createTwilioClient({ account, fetch, timeoutSignal: (ms) => clock.timeoutSignal(ms) })
  const depsOf = (channel: string) => ({
    client,
    callbackUrl,
    bind: (id: number, providerId: string) => bindProviderId(db.orm, { id, channel }, providerId),
    hasRival: (id: number, recipient: string) => hasRival(db.orm, db.now(), { id, channel, recipient }),
  })
  const channels = [createSmsChannel(depsOf('sms'))]
  if (account.from.startsWith('+')) channels.push(createVoiceChannel(depsOf('voice')))
  return { channels, authToken: account.authToken, callbackUrl }
}

/** Twilio refuses a message whose receipts it cannot send: names and addresses that never leave the machine. */
function isOfThisMachine(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}
