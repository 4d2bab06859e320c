import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OutgoingDelivery } from './channel.ts'

export interface AnswerTokens {
  /** What lets whoever has it answer this delivery and nothing else. */
  of(deliveryId: number): string
  /** The delivery that a token is of; null where it was not made here. */
  read(token: string): number | null
}

/**
 * `<id in base 36>-<HMAC-SHA-256 of it, 9 bytes as base64url>`: signed, so that the ledger keeps nothing of it, and short
 * enough for an SMS: 72 bits that can be guessed online only. No dot, which would be the address of a file and no page.
 * `key` has 32 bytes.
 */
export function createAnswerTokens(key: Uint8Array): AnswerTokens {
  const mark = (id: string, bytes: number) =>
    createHmac('sha256', key).update(`delivery:${id}`).digest().subarray(0, bytes)
  const isMarked = (id: string, given: string, bytes: number) =>
    timingSafeEqual(mark(id, bytes), Buffer.from(given, 'base64url'))
  return {
    of: (deliveryId) => `${deliveryId.toString(36)}-${mark(String(deliveryId), 9).toString('base64url')}`,
    read: (token) => {
      const [, short, given] = /^([1-9a-z][0-9a-z]{0,9})-([\w-]{12})$/.exec(token) ?? []
      if (short !== undefined && given !== undefined) {
        const id = Number.parseInt(short, 36)
        return Number.isSafeInteger(id) && isMarked(String(id), given, 9) ? id : null
      }
      // As mails had it until November 2026; they are good for a week.
      const [, id, long] = /^([1-9]\d{0,15})\.([\w-]{22})$/.exec(token) ?? []
      return id !== undefined && long !== undefined && isMarked(id, long, 16) ? Number(id) : null
    },
  }
}

/** Letters of the number in a token: enough for two billion deliveries. */
const longestNumber = 6

/** How many letters an address that answers has at most, on the site of this one. */
export function answerUrlLength(siteUrl: string): number {
  return new URL(`/a/${'x'.repeat(longestNumber)}-${'x'.repeat(12)}`, siteUrl).href.length
}

/** Where the reader of a message answers it, on the site that it leads to; null where there is nothing to answer. */
export function answerUrl(
  { id, isAnswerable, message }: Pick<OutgoingDelivery, 'id' | 'isAnswerable' | 'message'>,
  tokens: Pick<AnswerTokens, 'of'>,
): string | null {
  if (!isAnswerable || message.link === undefined) return null
  return new URL(`/a/${tokens.of(id)}`, message.link.url).href
}
