import { createTransport, type SendMailOptions } from 'nodemailer'
import type { OutgoingDelivery, SendResult } from '../channel.ts'
import { smtpFailure } from './smtp-failure.ts'

export type Carry = (
  delivery: OutgoingDelivery,
  mail: SendMailOptions,
  signal: AbortSignal,
) => Promise<SendResult>

/**
 * Sends through an SMTP server, `smtp://user:password@host:587` or `smtps://`. One connection a mail: a pool would
 * send again by itself when a connection breaks, and repeating is the ledger's business alone.
 */
export function createSmtpSender(url: string): Carry {
  const transport = createTransport({
    url,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 12_000,
    dnsTimeout: 8_000,
  })
  return async (_delivery, mail, signal) => {
    signal.throwIfAborted()
    try {
      const info = await raceAbort(transport.sendMail(mail), signal)
      return { outcome: 'sent', providerId: info.messageId }
    } catch (error) {
      if (signal.aborted) throw error
      return smtpFailure(error)
    }
  }
}

/** nodemailer takes no signal: the answer of an aborted attempt is not waited for, its time-outs end it. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}
