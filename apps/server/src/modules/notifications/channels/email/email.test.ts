import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailCatcher, type MailCatcher, readMailFile } from '../../../../testing/mail-catcher.ts'
import type { OutgoingDelivery } from '../channel.ts'
import { createEmailSender } from './email.channel.ts'

const log = pino({ enabled: false })
const from = 'Roundsman <no-reply@roundsman.example>'
const tokens = { of: (id: number) => `${id}.token` }
const never = new AbortController().signal
const outgoing: OutgoingDelivery = {
  id: 7,
  recipient: 'ada@example.org',
  language: 'en',
  message: {
    subject: 'Confirm',
    paragraphs: ['First <b>&', 'Second'],
    link: { label: 'Go on', url: 'https://example.org/confirm?token=a&b=c' },
  },
  idempotencyKey: 'f00d',
  attempt: 1,
  lastDetail: null,
  mayStillSend: () => true,
  isAnswerable: false,
  createdAt: new Date(Date.UTC(2026, 10, 21, 12)),
  dueAt: new Date(Date.UTC(2026, 10, 21, 20)),
}

let catcher: MailCatcher
let folder: string
beforeEach(async () => {
  catcher = await createMailCatcher()
  folder = mkdtempSync(join(tmpdir(), 'roundsman-mail-'))
})
afterEach(async () => {
  await catcher.close()
  rmSync(folder, { recursive: true, force: true })
})

const throughSmtp = () => createEmailSender({ smtpUrl: catcher.url, from, folder, tokens, log })

async function sent(over: Partial<OutgoingDelivery>) {
  expect(await throughSmtp().send({ ...outgoing, ...over }, never)).toMatchObject({ outcome: 'sent' })
  const last = catcher.mails.at(-1)
  if (!last) throw new Error('no mail came')
  return last
}

describe('E-mail through a real SMTP server', () => {
  test('D11: text and HTML say the same; Message-ID and Date belong to the delivery', async () => {
    const { mail, to } = await sent({})
    expect(to).toEqual(['ada@example.org'])
    expect(mail.from?.address).toBe('no-reply@roundsman.example')
    expect(mail.subject).toBe('Confirm')
    expect(mail.text).toContain('First <b>&\n\nSecond\n\nGo on:\nhttps://example.org/confirm?token=a&b=c')
    expect(mail.html).toContain('<p>First &lt;b&gt;&amp;</p>')
    expect(mail.html).toContain('href="https://example.org/confirm?token=a&amp;b=c"')
    expect(mail.messageId).toBe('<f00d@roundsman.example>')
    expect(mail.date).toBe('2026-11-21T20:00:00.000Z')
    expect((await sent({})).mail.messageId).toBe(mail.messageId)
  })

  test('D12: the frame of a mail is in its language', async () => {
    expect((await sent({ language: 'ru' })).mail.text).toContain('Отправлено Roundsman')
    expect((await sent({ language: 'uk' })).mail.text).toContain('Надіслано Roundsman')
  })

  test('D27: a mail that can be answered leads to where that is done, on the site that it leads to', async () => {
    const url = 'https://example.org/a/7.token'
    const { mail } = await sent({ isAnswerable: true })
    expect(mail.text).toContain(`Acknowledge or mute:\n${url}`)
    expect(mail.html).toContain(`href="${url}"`)
    // What somebody who was woken needs comes first, and is the heavier button.
    expect(mail.text?.indexOf(url)).toBeLessThan(mail.text?.indexOf('Go on:') ?? 0)
    expect(mail.html).toMatch(/<a class="primary"[^>]*>Acknowledge or mute<.*<a class="second"[^>]*>Go on</s)
    expect((await sent({})).mail.text).not.toContain('/a/')
    const { link: _link, ...message } = outgoing.message
    expect((await sent({ isAnswerable: true, message })).mail.text).not.toContain('/a/')
  })

  test('E188: what is over is muted at most: that is its second button, and nothing is there to acknowledge', async () => {
    const message = { ...outgoing.message, isOver: true }
    const { mail } = await sent({ isAnswerable: true, message })
    expect(mail.html).toMatch(/<a class="primary"[^>]*>Go on<.*<a class="second"[^>]*>Mute</s)
    expect(mail.text).toContain('Mute:\nhttps://example.org/a/7.token')
    expect(`${mail.text}${String(mail.html)}`).not.toContain('Acknowledge')
  })

  test('E176: a range of two times is on one line', async () => {
    const message = {
      ...outgoing.message,
      paragraphs: ['Ada: signing again.', 'It lasted 16 min, 08:02–08:18 GMT+2.'],
    }
    const { mail } = await sent({ message })
    expect(mail.html).toContain('16 min, <span style="white-space:nowrap">08:02–08:18</span> GMT+2.')
    expect(mail.text).toContain('08:02–08:18 GMT+2.')
  })

  test('E187: says its severity in a word above its first line', async () => {
    for (const [language, severity, word] of [
      ['en', 'CRITICAL', 'Critical'],
      ['ru', 'WARNING', 'Внимание'],
      ['uk', 'INFO', 'Інформація'],
    ] as const) {
      const message = { ...outgoing.message, severity, paragraphs: ['Ada: jailed.'] }
      const { mail } = await sent({ language, message })
      expect(mail.text).toMatch(new RegExp(`^${word}\\n\\nAda: jailed\\.\\n`))
      expect(mail.html).toMatch(
        new RegExp(`<p class="severity[^>]*>${word}</p>\\s*<h1 class="lead">Ada: jailed`),
      )
    }
    expect((await sent({})).mail.html).not.toContain('class="severity')
  })

  test('in the dark the corners of the second button are round, too: its link has no background of its own', async () => {
    const { html } = (await sent({ isAnswerable: true })).mail
    expect(html).toMatch(/td\.second \{ background/)
    expect(html).not.toMatch(/(^|[ ,])(a?\.second) \{ background/m)
  })

  test('E169: a command is set apart as code, and stands on a line of its own in the text', async () => {
    const command = 'appd tx slashing unjail --from <key> --chain-id app-1'
    const { mail } = await sent({
      message: {
        ...outgoing.message,
        paragraphs: ['Jailed', `Unjail it with: ${command}`],
        commands: [command],
      },
    })
    expect(mail.text).toContain(`Jailed\n\nUnjail it with:\n${command}\n\n`)
    const [, code = ''] = /<p>Unjail it with:<\/p>\s*<pre [^>]*>(.*?)<\/pre>/s.exec(String(mail.html)) ?? []
    expect(code.replace(/<[^>]+>/g, '')).toBe('appd tx slashing unjail --from &lt;key&gt; --chain-id app-1')
    // E176: neither a hyphen nor the blank before what a flag is given is a place to break a line at.
    expect(code).toContain('nowrap">--from &lt;key&gt;<')
    expect(code).toContain('nowrap">--chain-id app-1<')
    expect(code).toContain('nowrap">slashing<')
  })

  test('D35: mails about the same are one thread, each with an id of its own', async () => {
    const about = async (id: number, thread: string | undefined) => {
      const { mail } = await sent({
        id,
        idempotencyKey: `delivery-${id}`,
        message: { ...outgoing.message, thread },
      })
      return { id: mail.messageId, references: [mail.references ?? []].flat(), reply: mail.inReplyTo }
    }
    const [begin, end, other, none] = [
      await about(1, '9/1/validator:7/112/3'),
      await about(2, '9/1/validator:7/112/3'),
      await about(3, '9/1/validator:7/112/4'),
      await about(4, undefined),
    ]
    expect(begin.references).toHaveLength(1)
    expect([end.references, end.reply]).toEqual([begin.references, begin.references[0]])
    expect(end.id).not.toBe(begin.id)
    expect(other.references).not.toEqual(begin.references)
    expect(none.references).toEqual([])
  })

  test('1.3.11: a line break in a subject or a text adds no header and no recipient', async () => {
    const evil = 'Hello\r\nBcc: eve@example.org\r\n\r\nBody'
    const { mail, to, raw } = await sent({
      message: {
        subject: evil,
        paragraphs: [`moniker ${evil}\u202e`],
        link: { label: evil, url: 'https://x.org/' },
      },
    })
    expect(to).toEqual(['ada@example.org'])
    expect(mail.subject).toBe('Hello Bcc: eve@example.org Body')
    expect(mail.bcc ?? []).toEqual([])
    expect(raw).not.toMatch(/^Bcc:/im)
  })

  test('1.3.11: a recipient with a line break or a second address reaches nobody else', async () => {
    for (const recipient of [
      'ada@example.org\r\nRCPT TO:<eve@example.org>',
      'ada@example.org, eve@example.org',
      'Eve <eve@example.org>',
    ]) {
      await throughSmtp().send({ ...outgoing, recipient }, never)
    }
    expect(catcher.mails.flatMap((mail) => mail.to)).not.toContain('eve@example.org')
  })

  test('D6: a recipient who does not exist is permanent, a full mailbox is not', async () => {
    catcher.onRecipient(() => ({ code: 550, text: 'no such user' }))
    expect(await throughSmtp().send(outgoing, never)).toMatchObject({ outcome: 'failed', permanent: true })
    catcher.onRecipient(() => ({ code: 452, text: 'mailbox full' }))
    expect(await throughSmtp().send(outgoing, never)).toMatchObject({ outcome: 'failed', permanent: false })
    catcher.onRecipient(() => null)
    catcher.onMail(() => ({ code: 554, text: 'content refused' }))
    expect(await throughSmtp().send(outgoing, never)).toMatchObject({ outcome: 'failed', permanent: true })
  })

  test('D6: a server that is down is not permanent, and what is said names no password', async () => {
    const url = catcher.url.replace('smtp://', 'smtp://user:hunter2-secret@')
    await catcher.close()
    const result = await createEmailSender({ smtpUrl: url, from, folder, tokens, log }).send(outgoing, never)
    expect(result).toMatchObject({ outcome: 'failed', permanent: false })
    expect(JSON.stringify(result)).not.toContain('hunter2')
    catcher = await createMailCatcher()
  })

  test('D4: an abort ends the wait for an answer', async () => {
    const stop = new AbortController()
    let answer: () => void = () => undefined
    catcher.onMail(async () => {
      stop.abort(new Error('stopped'))
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return null
    })
    await expect(throughSmtp().send(outgoing, stop.signal)).rejects.toThrow('stopped')
    answer()
  })
})

describe('E-mail into files', () => {
  test('D13: repeating a delivery leaves one whole file', async () => {
    const channel = createEmailSender({ smtpUrl: null, from, folder: join(folder, 'mail'), tokens, log })
    expect(await channel.send(outgoing, never)).toEqual({ outcome: 'delivered' })
    await channel.send(outgoing, never)
    const files = readdirSync(join(folder, 'mail'))
    expect(files).toEqual(['20261121T120000000Z-7.eml'])
    const mail = await readMailFile(join(folder, 'mail', files[0] ?? ''))
    expect(mail.to?.map((to) => to.address)).toEqual(['ada@example.org'])
    expect(mail.messageId).toBe('<f00d@roundsman.example>')
    expect(mail.text).toContain('https://example.org/confirm?token=a&b=c')
  })
})
