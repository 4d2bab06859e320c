import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  /** Recipients of the envelope, which decides where a mail goes whatever its headers say. */
  to: string[]
  mail: Email
  raw: string
}

/** What the server says to a mail: null takes it. */
type Reaction = { code: number; text: string } | null

export interface MailCatcher {
  /** For `ROUNDSMAN_SMTP_URL`. */
  url: string
  port: number
  mails: CaughtMail[]
  /** Decides about each recipient; takes all unless set. */
  onRecipient(react: (address: string) => Reaction): void
  /** Called with each mail before it is acknowledged. */
  onMail(handle: (mail: CaughtMail) => Promise<Reaction> | Reaction): void
  /** Resolves when there are so many mails. */
  waitFor(count: number): Promise<CaughtMail[]>
  close(): Promise<void>
}

/** A real SMTP server on a port of its own that keeps what it is given. */
export async function createMailCatcher(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  let waiting: { count: number; resolve: () => void }[] = []
  let recipient: (address: string) => Reaction = () => null
  let received: (mail: CaughtMail) => Promise<Reaction> | Reaction = () => null

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (address, _session, done) => {
      done(asError(recipient(address.address)))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void take(
          Buffer.concat(chunks).toString('utf8'),
          session.envelope.rcptTo.map((one) => one.address),
        ).then((reaction) => {
          done(asError(reaction))
        })
      })
    },
  })

  async function take(raw: string, to: string[]): Promise<Reaction> {
    const caught = { to, mail: await PostalMime.parse(raw), raw }
    mails.push(caught)
    const reaction = await received(caught)
    for (const one of waiting) if (mails.length >= one.count) one.resolve()
    waiting = waiting.filter((one) => mails.length < one.count)
    return reaction
  }

  // A client that is killed resets its connection; that is what some tests are about.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    onRecipient: (react) => {
      recipient = react
    },
    onMail: (handle) => {
      received = handle
    },
    waitFor: async (count) => {
      if (mails.length < count) {
        await new Promise<void>((resolve) => {
          waiting.push({ count, resolve })
        })
      }
      return mails
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
      }),
  }
}

function asError(reaction: Reaction): Error | null {
  if (reaction === null) return null
  return Object.assign(new Error(reaction.text), { responseCode: reaction.code })
}

/** The first link of a mail's text. */
export function linkIn(mail: CaughtMail): URL {
  const [link] = /https?:\/\/\S+/.exec(mail.mail.text ?? '') ?? []
  if (link === undefined) throw new Error('the mail has no link')
  return new URL(link)
}

/** Reads an `.eml` file as the catcher reads what it is given. */
export async function readMailFile(path: string): Promise<Email> {
  return PostalMime.parse(readFileSync(path, 'utf8'))
}
