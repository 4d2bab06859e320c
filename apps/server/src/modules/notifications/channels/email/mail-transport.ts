import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { NotificationsLog } from '../../ledger/new-delivery.ts'
import type { OutgoingDelivery, SendResult } from '../channel.ts'

type Carry = (delivery: OutgoingDelivery, mail: SendMailOptions, signal: AbortSignal) => Promise<SendResult>

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

/** Steps at which a 5xx speaks of this mail or its recipient, and not of our connection, account or sender. */
const stepsAboutTheMail = new Set(['RCPT TO', 'DATA', 'CONTENT'])

/**
 * An error of nodemailer as a result. Permanent is only what the server says about this mail (D6): a refused login or
 * sender is the operator's to put right, and the mails of meanwhile must not be lost.
 */
function smtpFailure(error: unknown): SendResult {
  const { code, command, responseCode, response } = fieldsOf(error)
  const permanent =
    (responseCode !== null && responseCode >= 500 && stepsAboutTheMail.has(command ?? '')) ||
    // No recipient that SMTP could carry: nothing was sent and nothing ever will be.
    (code === 'EENVELOPE' && responseCode === null && command === null)
  const said = response ?? code ?? 'no answer'
  return { outcome: 'failed', permanent, detail: `SMTP: ${said}` }
}

function fieldsOf(error: unknown): {
  code: string | null
  command: string | null
  responseCode: number | null
  response: string | null
} {
  const from = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    code: text(from['code']),
    command: text(from['command']),
    responseCode: typeof from['responseCode'] === 'number' ? from['responseCode'] : null,
    response: text(from['response']),
  }
}

/**
 * Writes mails to `<folder>/<time of enqueueing>-<delivery>.eml`. The name belongs to the delivery, so a repeated
 * attempt replaces the file: once, whatever happens. Written beside and renamed, so nobody reads half a mail.
 */
export function createMailFiles(folder: string, log: NotificationsLog): Carry {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (delivery, mail, signal) => {
    signal.throwIfAborted()
    const { message } = await composer.sendMail(mail)
    if (!Buffer.isBuffer(message)) throw new Error('the composer gave no bytes')
    const stamp = delivery.createdAt.toISOString().replaceAll(/[-:]/g, '').replace('.', '')
    const path = join(folder, `${stamp}-${delivery.id}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(`${path}.tmp`, 'w', 0o600)
    try {
      await file.writeFile(message)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.tmp`, path)
    log.info(
      { delivery: delivery.id, file: path },
      'no mail server is configured: the mail was written to a file',
    )
    return { outcome: 'delivered' }
  }
}
