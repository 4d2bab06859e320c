import { mailAgainSeconds } from '@roundsman/contract/users'
import { useState } from 'react'
import type { WithWait } from '../../data/api-client.ts'
import { ProblemError } from '../../data/errors.ts'
import { type Action, type Operation, useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'

/** A call that is answered by mail, and when it may be made again. */
export interface SentMail {
  send: Operation
  /** Where the last one went; null before, and when another address is wanted. */
  sentTo: string | null
  /** When it may be sent again, as the server said (Unix milliseconds of this machine). */
  againAt: number
  /** The server took the call and mailed nothing: the address has had its share of the hour. */
  isLimited: boolean
  again(): void
  otherAddress(): void
}

interface Mail<Body> extends SentMail {
  send: Action<Body, unknown>
}

/** @param call sends a mail to the address of its body, and says how long to wait before the next */
export function useMail<Body extends { email: string }>(
  call: (body: Body) => Promise<WithWait<unknown>>,
): Mail<Body> {
  const { clock } = useServices()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [wait, setWait] = useState({ againAt: 0, isLimited: false })
  const noteWait = (seconds: number) =>
    setWait({ againAt: clock.now() + seconds * 1_000, isLimited: seconds > mailAgainSeconds })
  const send = useAction(call, {
    onLoaded({ waitSeconds }, { email }) {
      setSentTo(email)
      noteWait(waitSeconds ?? mailAgainSeconds)
    },
    onError(error) {
      if (error instanceof ProblemError && error.retryAfterSeconds !== null) noteWait(error.retryAfterSeconds)
    },
  })
  return {
    ...wait,
    send,
    sentTo,
    again: () => send.input && send.run(send.input),
    otherAddress: () => setSentTo(null),
  }
}
