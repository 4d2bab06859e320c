import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { subkey } from '../../../../platform/config/secrets.ts'
import type { NotificationsLog } from '../../ledger/new-delivery.ts'
import { type AnswerTokens, answerUrl, createAnswerTokens } from '../answer-link.ts'
import type { ChannelKind, OutgoingDelivery, Sender } from '../channel.ts'
import { mailContent } from './mail-content.ts'
import { createMailFiles, createSmtpSender } from './mail-transport.ts'

interface EmailDeps {
  /** `ROUNDSMAN_SMTP_URL`; null: mails become files. */
  smtpUrl: string | null
  /** `ROUNDSMAN_MAIL_FROM`: `name@host` or `Name <name@host>`. */
  from: string
  /** Folder of the mails without SMTP, `<data>/mail`. */
  folder: string
  /** By which the reader of a mail can answer it. */
  tokens: Pick<AnswerTokens, 'of'>
  log: NotificationsLog
}

/** E-mail: through SMTP, or into files where no server is configured. */
export const emailChannel: ChannelKind<'EMAIL'> = {
  name: 'EMAIL',
  dailyBudget: () => null,
  create: ({ config: { mail, dataDir, secret }, log }) => {
    const tokens = createAnswerTokens(subkey(secret, 'answer'))
    return createEmailSender({ ...mail, folder: join(dataDir, 'mail'), tokens, log })
  },
}

export function createEmailSender(deps: EmailDeps): Sender {
  const carry = deps.smtpUrl ? createSmtpSender(deps.smtpUrl) : createMailFiles(deps.folder, deps.log)
  return {
    concurrency: { account: 4, critical: 4, other: 4 },
    isRepeatable: true,
    send: (delivery, signal) => carry(delivery, mailOf(delivery, deps), signal),
  }
}

/**
 * The mail of a delivery. The recipient is given as an address object, never as header text, so that nothing in it
 * can add a recipient or a header. Message-ID and Date are those of the delivery: the same in every attempt.
 */
function mailOf(
  delivery: OutgoingDelivery,
  { from, tokens }: Pick<EmailDeps, 'from' | 'tokens'>,
): SendMailOptions {
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  const thread = delivery.message.thread && threadOf(delivery.message.thread, host)
  return {
    ...mailContent(delivery.message, delivery.language, answerUrl(delivery, tokens)),
    from,
    to: { name: '', address: delivery.recipient },
    messageId: `<${delivery.idempotencyKey}@${host}>`,
    ...(thread && { references: thread, inReplyTo: thread }),
    // Whatever waited for the morning stands with the morning's mails.
    date: delivery.dueAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': delivery.language },
    // A message is text of ours; nothing in it may make the program read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The Message-ID that all mails of a thread refer to; no mail has it itself. */
function threadOf(thread: string, host: string): string {
  return `<${createHash('sha256').update(thread).digest('hex').slice(0, 32)}@${host}>`
}
