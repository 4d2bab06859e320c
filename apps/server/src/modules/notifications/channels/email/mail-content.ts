import type { Language } from '@roundsman/contract/users'
import type { Message } from '../channel.ts'
import { mailFrame } from './mail-frame.data.ts'
import { plainLine } from '../plain-line.ts'

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
