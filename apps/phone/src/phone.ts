import { redirectIn, spokenIn } from './twilio/twilio-request.ts'
import { createTwilioStandIn, type TwilioItem, type TwilioStandIn } from './twilio/twilio-stand-in.ts'

/** So long a phone rings before the caller gives up, as Twilio does by default (in ms). */
export const ringsForMs = 60_000
/** Older messages and calls are forgotten. */
export const mostItems = 200

interface Item {
  /** Twilio's name of it. */
  sid: string
  /** E.164. */
  to: string
  /** ISO 8601. */
  at: string
}

export interface TextMessage extends Item {
  kind: 'SMS'
  text: string
}

export interface PhoneCall extends Item {
  kind: 'CALL'
  state: 'RINGING' | 'TALKING' | 'ENDED' | 'MISSED' | 'DECLINED'
  /** What the caller says at the moment; empty until the call is answered. */
  said: readonly { language: string; text: string }[]
  /** Everything that was said in this call so far. */
  transcript: readonly string[]
  /** Whether the caller waits for a key. */
  waitsForKey: boolean
  /** The caller hangs up once that is said. */
  hangsUp: boolean
}

export type PhoneItem = TextMessage | PhoneCall

/** A phone with every number that there is: what came in, and what its owner does about it. */
export interface Phone {
  /** For ROUNDSMAN_TWILIO_URL and its companions. */
  account: TwilioStandIn['account']
  /** Oldest first. */
  items(): readonly PhoneItem[]
  /** Calls back with each change; gives how to stop that. */
  watch(listener: () => void): () => void
  /** Each does nothing where the call is not in the state for it. */
  answer(sid: string): Promise<void>
  decline(sid: string): Promise<void>
  press(sid: string, key: string): Promise<void>
  hangUp(sid: string): Promise<void>
  close(): Promise<void>
}

/**
 * @param after runs something after so many ms; gives how to stop that
 * @param onFault told of a receipt or key that the site did not take
 */
export async function createPhone(
  after: (ms: number, run: () => void) => () => void,
  onFault: (message: string) => void,
): Promise<Phone> {
  const items: PhoneItem[] = []
  /** The document that each call follows. */
  const documents = new Map<string, string>()
  const listeners = new Set<() => void>()
  const stopRinging = new Map<string, () => void>()

  const changed = () => listeners.forEach((listener) => listener())

  async function report(sid: string, status: string): Promise<void> {
    try {
      const answer = await twilio.report(sid, status)
      if (answer !== null && answer >= 400) onFault(`${status} of ${sid} was answered ${answer}`)
    } catch (error) {
      onFault(`${status} of ${sid} could not be reported: ${String(error)}`)
    }
  }

  function take({ resource, sid, form, createdAt }: TwilioItem): void {
    const item = { sid, to: form['To'] ?? '', at: createdAt.toISOString() }
    if (resource === 'Messages') {
      items.push({ ...item, kind: 'SMS', text: form['Body'] ?? '' })
      // Receipts come one after the other, as they do in truth.
      void report(sid, 'sent').then(() => report(sid, 'delivered'))
    } else {
      documents.set(sid, form['Twiml'] ?? '')
      items.push({
        ...item,
        kind: 'CALL',
        state: 'RINGING',
        said: [],
        transcript: [],
        waitsForKey: false,
        hangsUp: false,
      })
      void report(sid, 'initiated')
      stopRinging.set(
        sid,
        after(ringsForMs, () => void end(sid, 'RINGING', 'MISSED', 'no-answer')),
      )
    }
    while (items.length > mostItems) documents.delete(items.shift()?.sid ?? '')
    twilio.taken.splice(0, twilio.taken.length - mostItems)
    changed()
  }

  function change(sid: string, state: PhoneCall['state'], over: Partial<PhoneCall>): PhoneCall | null {
    const at = items.findIndex((item) => item.sid === sid)
    const call = items[at]
    if (call?.kind !== 'CALL' || call.state !== state) return null
    const next = { ...call, ...over }
    items[at] = next
    if (next.state !== 'RINGING') {
      stopRinging.get(sid)?.()
      stopRinging.delete(sid)
    }
    changed()
    return next
  }

  async function end(
    sid: string,
    from: PhoneCall['state'],
    state: PhoneCall['state'],
    status: string,
  ): Promise<void> {
    if (change(sid, from, { state, said: [], waitsForKey: false })) await report(sid, status)
  }

  /** Has the caller go on with a document. `before`: what they have begun to say, and say first. */
  function speak(
    sid: string,
    from: PhoneCall['state'],
    twiml: string,
    before: PhoneCall['said'] = [],
  ): PhoneCall | null {
    const own = spokenIn(twiml) ?? []
    const known = items.find((item): item is PhoneCall => item.sid === sid && item.kind === 'CALL')
    documents.set(sid, twiml)
    return change(sid, from, {
      state: 'TALKING',
      said: [...before, ...own],
      transcript: [...(known?.transcript ?? []), ...own.map(({ text }) => text)],
      waitsForKey: twiml.includes('<Gather '),
      hangsUp: !twiml.includes('<Gather ') && redirectIn(twiml) === null,
    })
  }

  const twilio = await createTwilioStandIn({ onTaken: take })

  return {
    account: twilio.account,
    items: () => items,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer: async (sid) => {
      const opening = documents.get(sid) ?? ''
      const begun = speak(sid, 'RINGING', opening)
      if (begun === null || redirectIn(opening) === null) return
      try {
        speak(sid, 'TALKING', await twilio.take(sid), begun.said)
      } catch (error) {
        onFault(`what ${sid} says could not be fetched: ${String(error)}`)
        await end(sid, 'TALKING', 'ENDED', 'completed')
      }
    },
    decline: (sid) => end(sid, 'RINGING', 'DECLINED', 'busy'),
    hangUp: (sid) => end(sid, 'TALKING', 'ENDED', 'completed'),
    press: async (sid, key) => {
      const twiml = documents.get(sid)
      const call = items.find((item) => item.sid === sid)
      if (twiml === undefined || call?.kind !== 'CALL' || !call.waitsForKey) return
      const answer = await twilio.press(sid, key, { twiml })
      if (answer?.status === 200) speak(sid, 'TALKING', answer.text)
      else onFault(`the key ${key} was answered ${String(answer?.status)}`)
    },
    close: () => {
      stopRinging.forEach((stop) => stop())
      return twilio.close()
    },
  }
}
