import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { NotificationsLog } from '../../notifications-log.ts'
import type { Carry } from './smtp-sender.ts'

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
