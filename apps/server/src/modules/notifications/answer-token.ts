import { createHmac, timingSafeEqual } from 'node:crypto'

export interface AnswerTokens {
  /** What lets whoever has it answer this delivery and nothing else. */
  of(deliveryId: number): string
  /** The delivery that a token is of; null where it was not made here. */
  read(token: string): number | null
}

/** `<id>.<HMAC-SHA-256 of it, 16 bytes as base64url>`: signed, so that the ledger keeps nothing of it. `key` has 32 bytes. */
export function createAnswerTokens(key: Uint8Array): AnswerTokens {
  const mark = (id: string) => createHmac('sha256', key).update(`delivery:${id}`).digest().subarray(0, 16)
  return {
    of: (deliveryId) => `${deliveryId}.${mark(String(deliveryId)).toString('base64url')}`,
    read: (token) => {
      const [, id, given] = /^([1-9]\d{0,15})\.([\w-]{22})$/.exec(token) ?? []
      if (id === undefined || given === undefined) return null
      return timingSafeEqual(mark(id), Buffer.from(given, 'base64url')) ? Number(id) : null
    },
  }
}
