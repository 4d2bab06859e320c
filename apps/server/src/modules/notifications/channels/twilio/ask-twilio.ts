import * as z from 'zod/mini'
import type { Sender } from '../channel.ts'
import type { TwilioClient, TwilioResource } from './twilio-client.ts'
import { twilioFailure } from './twilio-failure.ts'
import { twilioReceipt } from './twilio-receipt.ts'

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
