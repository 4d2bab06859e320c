import type { Language } from '@roundsman/contract/accounts/users'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isLoopbackHost } from '../../../../platform/http/client-address.ts'
import type { Message } from '../../ledger/new-delivery.ts'
import { bindProviderId, hasRival } from '../../ledger/receipt.store.ts'
import type { ChannelSite } from '../channel.ts'
import { createTwilioClient, type TwilioClient } from './twilio-client.ts'

/** What the callbacks of Twilio need. */
export interface TwilioCallbacks {
  /** Null where Twilio is not configured: nobody can sign anything then. */
  authToken: string | null
  /** Where Twilio reports what became of a delivery; null: it is not configured or cannot reach this site. */
  callbackUrl(deliveryId: number): string | null
  /** Where it reports the key that the listener of a call in this language pressed; null as above. */
  keysUrl(deliveryId: number, language: Language): string | null
  /** Where it asks what a call in this language says once it is taken, which has said how bad it is; null as above. */
  wordsUrl(deliveryId: number, language: Language, said: Message['severity']): string | null
}

export interface TwilioSenderDeps extends Omit<TwilioCallbacks, 'authToken'> {
  client: TwilioClient
  /** Notes that a message or call found at the provider is this delivery's; false if it is another's. */
  bind(deliveryId: number, providerId: string): Promise<boolean>
  /** True if what is found at that number may be that of another delivery, of which nobody knows what became of it. */
  hasRival(deliveryId: number, recipient: string): Promise<boolean>
}

/** By the account and the address of the moment, which a reload may change. */
export function twilioCallbacks(site: Pick<ChannelSite, 'config' | 'publicUrl'>): TwilioCallbacks {
  const of = (path: string) => {
    const { publicUrl, config } = site
    if (config.twilio === null || publicUrl === null) return null
    const reachable = !isOfThisMachine(publicUrl) || isOfThisMachine(config.twilio.url)
    return reachable ? new URL(`/api/callbacks/twilio/${path}`, publicUrl).href : null
  }
  return {
    get authToken() {
      return site.config.twilio?.authToken ?? null
    },
    callbackUrl: (id) => of(`${id}/`),
    keysUrl: (id, language) => of(`${id}/keys/${language}/`),
    wordsUrl: (id, language, said = 'INFO') => of(`${id}/words/${language}/${said}/`),
  }
}

/** What a channel that sends through Twilio is built from; null where Twilio is not configured. */
export function twilioSenderDeps(site: ChannelSite, channel: string): TwilioSenderDeps | null {
  const { config, db, fetch, clock } = site
  if (!config.twilio) return null
  const callbacks = twilioCallbacks(site)
  return {
    client: createTwilioClient(config.twilio, fetch, clock),
    callbackUrl: callbacks.callbackUrl,
    keysUrl: callbacks.keysUrl,
    wordsUrl: callbacks.wordsUrl,
    bind: (id, providerId) => bindProviderId(db.orm, { id, channel }, providerId),
    hasRival: (id, recipient) => hasRival(db.orm, db.now(), { id, channel, recipient }),
  }
}

/** Twilio refuses a message whose receipts it cannot send: names and addresses that never leave the machine. */
function isOfThisMachine(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}

/**
 * `X-Twilio-Signature`: HMAC-SHA1 by the auth token, in Base64, over the address that was called and every form field
 * in the order of their names, name and value without anything between them.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function twilioSignature(
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => `${text}${name}${fields[name] ?? ''}`, url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

/** True if the signature fits the address as we gave it, or as some of Twilio's products sign it: with the port. */
export function isTwilioSignature(
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  return [url, withPort(url)].some((address) => {
    const expected = Buffer.from(twilioSignature(authToken, address, fields))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

function withPort(url: string): string {
  const { protocol, host, port } = new URL(url)
  if (port !== '') return url
  return url.replace(`//${host}`, `//${host}:${protocol === 'https:' ? 443 : 80}`)
}
