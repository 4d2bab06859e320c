import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface Mailbox {
  url: string
  folder: string
  close(): Promise<void>
}

/** A real SMTP server on a free port that keeps every mail it accepts as a file. */
export async function startMailbox(folder: string): Promise<Mailbox> {
  mkdirSync(folder, { recursive: true })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        count += 1
        writeFileSync(join(folder, `${String(count).padStart(4, '0')}.eml`), Buffer.concat(chunks))
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server got no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    folder,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The mail of this subject to an address, the newest if there are more; null until it is there. */
export async function findMail(folder: string, address: string, subject: string): Promise<Email | null> {
  return (await mailsTo(folder, address)).findLast((mail) => mail.subject === subject) ?? null
}

/** Every mail to this address, oldest first. */
export async function mailsTo(folder: string, address: string): Promise<Email[]> {
  const files = readdirSync(folder).sort()
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
  return mails.filter((mail) => mail.to?.some((to) => to.address === address) === true)
}
