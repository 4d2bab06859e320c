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
const next_page_uri = z.optional(z.nullable(z.string()))
const Page = {
  Messages: z.object({ messages: z.array(Listed), next_page_uri }),
  Calls: z.object({ calls: z.array(Listed), next_page_uri }),
}

/** Twilio's dates have whole seconds, and its clock is not ours. */
const clockSkewMs = 5_000
/** Nobody gets more messages than fit on these while one delivery is worth sending. */
const mostPages = 25

interface TwilioSending {
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
    const found = await findOwn({ client, resource, isOwn }, delivery, signal)
    if (found !== null) return found
    if (!delivery.mayStillSend()) return { outcome: 'unsent' }
  }
  const answer = await client.create(resource, form, signal)
  if (answer.status !== 201 && answer.status !== 200) return twilioFailure(answer)
  const taken = Resource.safeParse(answer.body)
  return taken.success ? resultOf(taken.data) : { ...unreadable }
}

/** What became of what an earlier attempt sent; null where Twilio has nothing of it. */
async function findOwn(
  { client, resource, isOwn }: Pick<TwilioSending, 'client' | 'resource' | 'isOwn'>,
  { recipient, createdAt }: OutgoingDelivery,
  signal: AbortSignal,
): Promise<SendResult | null> {
  const since = createdAt.getTime() - clockSkewMs
  let page: string | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = await client.list(resource, recipient, page, signal)
    if (answer.status !== 200) return passing(twilioFailure(answer))
    const listed = listedIn(resource, answer)
    if (listed === null) return unreadable
    for (const one of listed.items) {
      if (!(Date.parse(one.date_created ?? '') >= since)) continue
      if (one.direction?.startsWith('inbound') || !(await isOwn(one))) continue
      return resultOf(one)
    }
    const oldest = Date.parse(listed.items.at(-1)?.date_created ?? '')
    if (listed.next === null || oldest < since) return null
    page = listed.next
  }
  return null
}

function listedIn(
  resource: TwilioResource,
  { body }: TwilioAnswer,
): { items: Listed[]; next: string | null } | null {
  const page = (resource === 'Messages' ? Page.Messages : Page.Calls).safeParse(body)
  if (!page.success) return null
  const items = 'messages' in page.data ? page.data.messages : page.data.calls
  return { items, next: page.data.next_page_uri ?? null }
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
export function askTwilio(
  client: TwilioClient,
  resource: TwilioResource,
  isKeyAsked: () => boolean = () => false,
): NonNullable<Sender['ask']> {
  return async (sid, signal) => {
    const answer = await client.find(resource, sid, signal)
    if (answer.status !== 200) {
      const failure = twilioFailure(answer)
      throw new Error(failure.outcome === 'failed' ? failure.detail : 'Twilio did not say')
    }
    const { status, error_code: code } = State.parse(answer.body)
    const error = code === null || code === undefined ? null : String(code)
    const receipt = callReceipt(status, error, isKeyAsked())
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

/**
 * Twilio says `completed` of a call whether somebody took it or a voicemail did. Where it asked for a key, that alone is no
 * answer (D276).
 */
export function callReceipt(
  status: string,
  errorCode: string | null,
  isKeyAsked: boolean,
): Omit<Receipt, 'providerId'> {
  if (status === 'completed' && isKeyAsked) return { state: 'KEYLESS', detail: 'Twilio: completed' }
  return twilioReceipt(status, errorCode)
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
