import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { NotificationsLog } from '../../notifications-log.ts'
import type { ChannelKind, OutgoingDelivery, Sender } from '../channel.ts'
import { mailContent } from './mail-content.ts'
import { createMailFiles } from './mail-files.ts'
import { createSmtpSender } from './smtp-sender.ts'

export interface EmailDeps {
  /** `ROUNDSMAN_SMTP_URL`; null: mails become files. */
  smtpUrl: string | null
  /** `ROUNDSMAN_MAIL_FROM`: `name@host` or `Name <name@host>`. */
  from: string
  /** Folder of the mails without SMTP, `<data>/mail`. */
  folder: string
  log: NotificationsLog
}

/** E-mail: through SMTP, or into files where no server is configured. */
export const emailChannel: ChannelKind<'EMAIL'> = {
  name: 'EMAIL',
  dailyBudget: () => null,
  create: ({ config: { mail, dataDir }, log }) =>
    createEmailSender({ ...mail, folder: join(dataDir, 'mail'), log }),
}

export function createEmailSender(deps: EmailDeps): Sender {
  const carry = deps.smtpUrl ? createSmtpSender(deps.smtpUrl) : createMailFiles(deps.folder, deps.log)
  return {
    places: { account: 4, critical: 4, other: 4 },
    isRepeatable: true,
    send: (delivery, signal) => carry(delivery, mailOf(delivery, deps.from), signal),
  }
}

/**
 * The mail of a delivery. The recipient is given as an address object, never as header text, so that nothing in it
 * can add a recipient or a header. Message-ID and Date are those of the delivery: the same in every attempt.
 */
function mailOf(delivery: OutgoingDelivery, from: string): SendMailOptions {
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    ...mailContent(delivery.message, delivery.language),
    from,
    to: { name: '', address: delivery.recipient },
    messageId: `<${delivery.idempotencyKey}@${host}>`,
    date: delivery.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': delivery.language },
    // A message is text of ours; nothing in it may make the program read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
