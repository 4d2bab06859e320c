import { languages } from '@roundsman/contract/accounts/users'
import * as z from 'zod/mini'
import { createTextSeal, type SealedColumn } from '../../../platform/config/text-seal.ts'
import type { Message } from './new-delivery.ts'

const MessageSchema = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  call: z.optional(z.object({ opening: z.array(z.string()), rest: z.array(z.string()) })),
  link: z.optional(z.object({ label: z.string(), url: z.string() })),
  commands: z.optional(z.array(z.string())),
  isOver: z.optional(z.boolean()),
  severity: z.optional(z.enum(['INFO', 'WARNING', 'CRITICAL'])),
  thread: z.optional(z.string()),
  language: z.optional(z.enum(languages)),
})

export interface PayloadSeal {
  seal(deliveryId: number, message: Message): Buffer
  /** Throws if the key is another one, the bytes were changed, or they were sealed for another row. */
  open(deliveryId: number, sealed: Buffer): Message
}

const sealedAs = (deliveryId: number) => `delivery:${deliveryId}`
export const sealedPayload: SealedColumn = {
  table: 'delivery',
  column: 'payload',
  key: { column: 'id', type: 'bigint' },
  rowName: (id) => sealedAs(Number(id)),
}

/** The messages of deliveries. */
export function createPayloadSeal(deps: Parameters<typeof createTextSeal>[0]): PayloadSeal {
  const { seal, open } = createTextSeal(deps)
  return {
    seal: (deliveryId, message) => seal(sealedAs(deliveryId), JSON.stringify(message)),
    open: (deliveryId, sealed) => MessageSchema.parse(JSON.parse(open(sealedAs(deliveryId), sealed))),
  }
}
