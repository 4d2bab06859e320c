import * as z from 'zod/mini'
import type { OutgoingDelivery, SendResult } from '../channel.ts'
import type { TwilioAnswer, TwilioClient, TwilioForm, TwilioResource } from './twilio-client.ts'
import { twilioFailure } from './twilio-failure.ts'
import { twilioReceipt } from './twilio-receipt.ts'

const Resource = z.object({ sid: z.string(), status: z.string() })
const Listed = z.object({
  sid: z.string(),
  status: z.string(),
  date_created: z.nullable(z.string()),
  body: z.optional(z.nullable(z.string())),
  direction: z.optional(z.nullable(z.string())),
})
type Listed = z.infer<typeof Listed>
const Page = {
  Messages: z.object({ messages: z.array(Listed) }),
  Calls: z.object({ calls: z.array(Listed) }),
}

/** Twilio's dates have whole seconds, and its clock is not ours. */
const clockSkewMs = 5_000

export interface TwilioSending {
  client: TwilioClient
  resource: TwilioResource
  form: TwilioForm
  /** True for a listed message or call that is the one of an earlier attempt at this delivery. */
  isOwn(listed: Listed): Promise<boolean>
}

/**
 * Sends one message or call. Twilio knows no idempotency key, so before anything but the first attempt it is asked
 * what it took meanwhile: an answer that never came back must not become a second call (faults 15 and 17).
 */
export async function sendByTwilio(
  { client, resource, form, isOwn }: TwilioSending,
  delivery: OutgoingDelivery,
  signal: AbortSignal,
): Promise<SendResult> {
  if (delivery.attempt > 1) {
    const found = await client.list(resource, delivery.recipient, signal)
    if (found.status !== 200) return passing(twilioFailure(found))
    const listed = listedIn(resource, found)
    if (listed === null) return unreadable
    for (const one of listed) {
      const madeAt = Date.parse(one.date_created ?? '')
      if (!(madeAt >= delivery.createdAt.getTime() - clockSkewMs)) continue
      if (one.direction?.startsWith('inbound') || !(await isOwn(one))) continue
      return resultOf(one)
    }
  }
  const answer = await client.create(resource, form, signal)
  if (answer.status !== 201 && answer.status !== 200) return twilioFailure(answer)
  const taken = Resource.safeParse(answer.body)
  return taken.success ? resultOf(taken.data) : { ...unreadable }
}

function listedIn(resource: TwilioResource, { body }: TwilioAnswer): Listed[] | null {
  if (resource === 'Messages') {
    const page = Page.Messages.safeParse(body)
    return page.success ? page.data.messages : null
  }
  const page = Page.Calls.safeParse(body)
  return page.success ? page.data.calls : null
}

function resultOf({ sid, status }: z.infer<typeof Resource>): SendResult {
  const { state, detail } = twilioReceipt(status, null)
  if (state === 'UNANSWERED') return { outcome: 'unanswered', providerId: sid, detail: detail ?? status }
  if (state === 'FAILED') return { outcome: 'failed', permanent: true, detail: detail ?? status }
  return { outcome: state === 'DELIVERED' ? 'delivered' : 'sent', providerId: sid }
}

const unreadable: SendResult = {
  outcome: 'failed',
  permanent: false,
  detail: 'Twilio: the answer cannot be read',
}

/** Whatever is wrong with asking, it says nothing about the message. */
function passing(result: SendResult): SendResult {
  return result.outcome === 'failed' ? { ...result, permanent: false } : result
}
