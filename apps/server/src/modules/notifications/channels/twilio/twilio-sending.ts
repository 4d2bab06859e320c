import * as z from 'zod/mini'
import { oneLine } from '../channel.ts'
import type { Receipt } from '../../ledger/receipt.store.ts'
import type { OutgoingDelivery, Sender, SendResult } from '../channel.ts'
import {
  type TwilioAnswer,
  type TwilioClient,
  TwilioError,
  type TwilioForm,
  type TwilioResource,
} from './twilio-client.ts'

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

const State = z.object({
  status: z.string(),
  error_code: z.optional(z.nullable(z.union([z.int(), z.string()]))),
})

/** Asks for a message or call by the name that Twilio gave it. */
export function askTwilio(client: TwilioClient, resource: TwilioResource): NonNullable<Sender['ask']> {
  return async (sid, signal) => {
    const answer = await client.find(resource, sid, signal)
    if (answer.status !== 200) {
      const failure = twilioFailure(answer)
      throw new Error(failure.outcome === 'failed' ? failure.detail : 'Twilio did not say')
    }
    const { status, error_code: code } = State.parse(answer.body)
    const receipt = twilioReceipt(status, code === null || code === undefined ? null : String(code))
    return receipt.state === 'SENT' ? null : receipt
  }
}

/**
 * Refusals with 400 that are about our account or sender: the operator's to put right, and what waits meanwhile must
 * not be lost (D6). 21212, 21603, 21606, 21607: the sender; 21608: a trial account; 21611: its queue is full; 21620
 * and 21617 are about the message and stay permanent like all others. https://www.twilio.com/docs/api/errors
 */
const operatorsFaults = new Set([20003, 20005, 20404, 21212, 21603, 21606, 21607, 21608, 21611])

/** What follows from an answer of Twilio that is no success. */
function twilioFailure({ status, body, retryAfterMs }: TwilioAnswer): SendResult {
  const said = TwilioError.safeParse(body)
  const code = said.success ? said.data.code : null
  const permanent = status >= 400 && status < 500 && !isPassing(status) && !operatorsFaults.has(code ?? 0)
  const detail = said.success ? `Twilio ${said.data.code}: ${said.data.message}` : `Twilio: HTTP ${status}`
  return { outcome: 'failed', permanent, detail, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
}

/** Refused login, wrong address of the API, time-outs and limits pass; none of them is about the message. */
function isPassing(status: number): boolean {
  return [401, 403, 404, 408, 409, 425, 429].includes(status)
}

/** What a state of a message or call means, by whichever way Twilio says it; what is not known is on its way. */
export function twilioReceipt(status: string, errorCode: string | null): Omit<Receipt, 'providerId'> {
  const state = (Object.hasOwn(twilioStates, status) ? twilioStates[status] : undefined) ?? 'SENT'
  const said = errorCode === null ? `Twilio: ${status}` : `Twilio ${errorCode}: ${status}`
  return { state, detail: state === 'FAILED' || state === 'UNANSWERED' ? oneLine(said) : null }
}

/**
 * What Twilio's words for a message's and a call's state mean for a delivery; those that are not here are on their way.
 * A call is completed once somebody took it, whoever hangs up: its text was heard, or could have been.
 * https://www.twilio.com/docs/messaging/api/message-resource#message-status-values
 * https://www.twilio.com/docs/voice/api/call-resource#call-status-values
 */
const twilioStates: Readonly<Record<string, 'DELIVERED' | 'FAILED' | 'UNANSWERED'>> = {
  delivered: 'DELIVERED',
  read: 'DELIVERED',
  undelivered: 'FAILED',
  failed: 'FAILED',
  completed: 'DELIVERED',
  busy: 'UNANSWERED',
  'no-answer': 'UNANSWERED',
  canceled: 'FAILED',
}
