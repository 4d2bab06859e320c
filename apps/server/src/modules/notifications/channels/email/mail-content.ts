import type { Language } from '@roundsman/contract/users'
import { plainLine } from '../channel.ts'
import { type Message } from '../../ledger/new-delivery.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

/**
 * A message as plain text and as simple HTML that says the same. Whatever stands in the message is text: it is
 * escaped in HTML and cannot add a header line (ASVS 1.2.1, 1.3.11).
 *
 * @param answerUrl where its reader can say that they know; null: they cannot
 */
export function mailContent(
  message: Message,
  language: Language,
  answerUrl: string | null = null,
): MailContent {
  const frame = mailFrame[language]
  const subject = plainLine(message.subject)
  const paragraphs = message.paragraphs.map(plainLine)
  const link = message.link
  const text = [
    ...paragraphs,
    ...(link ? [`${plainLine(link.label)}:\n${link.url}`] : []),
    ...(answerUrl === null ? [] : [`${frame.answer}:\n${answerUrl}`]),
    `--\n${frame.footer}`,
  ].join('\n\n')
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link
      ? [
          `<p><a href="${escapeHtml(link.url)}">${escapeHtml(plainLine(link.label))}</a></p>`,
          `<p>${escapeHtml(frame.copyLink)}<br>${escapeHtml(link.url)}</p>`,
        ]
      : []),
    ...(answerUrl === null
      ? []
      : [`<p><a href="${escapeHtml(answerUrl)}">${escapeHtml(frame.answer)}</a></p>`]),
    `<hr><p><small>${escapeHtml(frame.footer)}</small></p>`,
  ].join('\n')
  const html = `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>\n<body>\n${body}\n</body></html>\n`
  return { subject, text: `${text}\n`, html }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** What every mail carries around its message. */
const mailFrame: Readonly<Record<Language, { footer: string; copyLink: string; answer: string }>> = {
  en: {
    footer: 'Sent by Roundsman. Replies aren’t monitored.',
    copyLink: 'If the button doesn’t work, copy this link into your browser:',
    answer: 'Acknowledge or mute, without signing in',
  },
  ru: {
    footer: 'Отправлено Roundsman. Отвечать на это письмо не нужно.',
    copyLink: 'Если кнопка не работает, скопируйте эту ссылку в браузер:',
    answer: 'Подтвердить или заглушить, не входя на сайт',
  },
  uk: {
    footer: 'Надіслано Roundsman. Відповідати на цей лист не потрібно.',
    copyLink: 'Якщо кнопка не працює, скопіюйте це посилання у браузер:',
    answer: 'Підтвердити або заглушити, не входячи на сайт',
  },
}
