import type { Language } from '@roundsman/contract/accounts/users'
import { type Message } from '../../ledger/new-delivery.ts'
import { plainLine } from '../channel.ts'
import { answerLabel, escapeHtml } from '../written-message.ts'

interface MailContent {
  subject: string
  text: string
  html: string
}

/**
 * A message as plain text and as HTML that says the same. Whatever stands in the message is text: it is escaped in HTML
 * and cannot add a header line (ASVS 1.2.1, 1.3.11).
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
  const commands = (message.commands ?? []).map(plainLine)
  const paragraphs = message.paragraphs.map((one) => withoutCommand(plainLine(one), commands))
  const link = message.link && { label: plainLine(message.link.label), url: message.link.url }
  const { isOver = false } = message
  const answer = answerUrl === null ? [] : [{ label: answerLabel(language, isOver), url: answerUrl }]
  const shown = link ? [link] : []
  // Who is woken answers first, and reads on then; what is over waits for nobody.
  const links = isOver ? [...shown, ...answer] : [...answer, ...shown]
  const { severity } = message
  const severityWord = severity === undefined ? [] : [frame.severity[severity]]
  const text = [
    ...severityWord,
    ...paragraphs.map(({ text: said, command }) => (command === null ? said : `${said}\n${command}`)),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    `--\n${frame.footer}`,
  ].join('\n\n')
  const [lead = { text: '', command: null }, ...others] = paragraphs
  const body = [
    severity === undefined
      ? paragraph(lead)
      : // In words, too: a color alone says nothing to many (E187).
        `<p class="severity ${severity}" style="color:${barColors[severity]}">${frame.severity[severity]}</p>
<h1 class="lead">${prose(lead.text)}</h1>`,
    ...others.map(paragraph),
    ...links.map((one, index) => button(one, index === 0 ? 'primary' : 'second')),
    ...links
      .slice(0, 1)
      .map(
        ({ url }) =>
          `<p class="small">${escapeHtml(frame.copyLink)}<br><span style="word-break:break-all">${escapeHtml(url)}</span></p>`,
      ),
  ].join('\n')
  const bar = severity === undefined ? '#7367f0' : barColors[severity]
  const html = page({ language, subject, bar, body, footer: frame.footer })
  return { subject, text: `${text}\n`, html }
}

const barColors = { INFO: '#0e7c86', WARNING: '#b45309', CRITICAL: '#c81e1e' } as const

/**
 * Tables and colors in each element: Outlook lays out nothing else. Programs that know `prefers-color-scheme` take the
 * dark colors, the others turn the light ones themselves, as `color-scheme` allows them to.
 */
function page(of: {
  language: Language
  subject: string
  bar: string
  body: string
  footer: string
}): string {
  const { language, subject, bar, body, footer } = of
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
p { margin: 0 0 14px; font-size: 16px; line-height: 24px; }
.lead { margin: 0 0 14px; font-size: 20px; line-height: 28px; font-weight: 600; }
.severity { margin: 0 0 4px; font-size: 14px; line-height: 20px; font-weight: 600; }
.small { margin: 14px 0 0; font-size: 13px; line-height: 19px; color: #5d596c; }
@media (prefers-color-scheme: dark) {
  .page { background: #25293c !important; }
  .card { background: #2f3349 !important; color: #e1def5 !important; }
  .code { background: #25293c !important; }
  .small, .foot { color: #acabc1 !important; }
  td.second { background: #2f3349 !important; border-color: #a59dff !important; }
  a.second { color: #c3bdff !important; }
  .INFO { color: #5cc8d6 !important; }
  .WARNING { color: #f5a855 !important; }
  .CRITICAL { color: #ff8a8a !important; }
}
</style></head>
<body class="page" style="margin:0;padding:0;background:#f8f7fa">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f7fa"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;color:#2f2b3d;border-top:6px solid ${bar};border-radius:6px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"><tr><td style="padding:24px">
${body}
</td></tr></table>
<p class="foot" style="margin:16px 0 0;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:19px;color:#5d596c">${escapeHtml(footer)}</p>
</td></tr></table>
</body></html>
`
}

interface Paragraph {
  text: string
  /** What stands at its end, to be run. */
  command: string | null
}

function withoutCommand(text: string, commands: readonly string[]): Paragraph {
  const command = commands.find((one) => one !== '' && text.endsWith(one)) ?? null
  return { text: command === null ? text : text.slice(0, -command.length).trimEnd(), command }
}

/** A command wraps between its words alone, and not between a flag and what is given to it (E176). */
function paragraph({ text, command }: Paragraph): string {
  if (command === null) return `<p>${prose(text)}</p>`
  const code =
    "margin:0 0 14px;padding:10px 12px;background:#f3f2f5;border-radius:4px;font-family:Menlo,Consolas,'Courier New',monospace;font-size:14px;line-height:21px;white-space:pre-wrap;overflow-x:auto"
  const words = command
    .split(/ (?!(?<= --?\S+ )(?!-))/)
    .map((one) => `<span style="white-space:nowrap">${escapeHtml(one)}</span>`)
    .join(' ')
  return `<p>${prose(text)}</p>\n<pre class="code" style="${code}">${words}</pre>`
}

/** A range of two times stays on one line; the letter that joins them would be a box in some programs (E176). */
function prose(text: string): string {
  return escapeHtml(text).replace(
    /\d\d:\d\d–\d\d:\d\d/g,
    (range) => `<span style="white-space:nowrap">${range}</span>`,
  )
}

/** A cell with a color is what every program draws as a button. */
function button({ label, url }: { label: string; url: string }, kind: 'primary' | 'second'): string {
  const [background, color, border] =
    kind === 'primary' ? ['#5e50ee', '#ffffff', '#5e50ee'] : ['#ffffff', '#5347ce', '#8a80f3']
  const cell = `border-radius:6px;background:${background};border:1px solid ${border}`
  const anchor = `display:inline-block;padding:12px 20px;font-size:16px;line-height:20px;font-weight:600;color:${color};text-decoration:none`
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 12px"><tr><td class="${kind}" style="${cell}"><a class="${kind}" href="${escapeHtml(url)}" style="${anchor}">${escapeHtml(label)}</a></td></tr></table>`
}

interface MailFrame {
  /** Above the first line. */
  severity: Readonly<Record<NonNullable<Message['severity']>, string>>
  footer: string
  copyLink: string
}

/** What every mail carries around its message. */
const mailFrame: Readonly<Record<Language, MailFrame>> = {
  en: {
    severity: { INFO: 'Info', WARNING: 'Warning', CRITICAL: 'Critical' },
    footer: 'Sent by Roundsman. Replies aren’t monitored.',
    copyLink: 'If the button doesn’t work, copy this link into your browser:',
  },
  ru: {
    severity: { INFO: 'Информация', WARNING: 'Внимание', CRITICAL: 'Критично' },
    footer: 'Отправлено Roundsman. Отвечать на это письмо не нужно.',
    copyLink: 'Если кнопка не работает, скопируйте эту ссылку в браузер:',
  },
  uk: {
    severity: { INFO: 'Інформація', WARNING: 'Увага', CRITICAL: 'Критично' },
    footer: 'Надіслано Roundsman. Відповідати на цей лист не потрібно.',
    copyLink: 'Якщо кнопка не працює, скопіюйте це посилання у браузер:',
  },
}
