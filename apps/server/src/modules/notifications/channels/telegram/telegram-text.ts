import { escapeHtml, fitted, type WrittenMessage } from '../written-message.ts'

/** In UTF-16 code units, as it is read: marks of the markup do not count. */
const longestText = 4096
/** What is added once somebody has answered. */
const roomForAnswers = 400

/** As HTML of the Bot API: the title, each paragraph with its command set apart, and where the alert is shown. */
export function telegramHtml({ title, paragraphs, link, commands }: WrittenMessage): string {
  const tail = link === null ? '' : `\n\n${link.label}`
  let left = longestText - roomForAnswers - tail.length
  /** What still fits of a text. */
  const take = (text: string): string => {
    const part = left < 2 ? '' : fitted(text, { most: left })
    left -= part.length
    return part
  }
  const parts = [`<b>${written(take(title))}</b>`]
  for (const paragraph of paragraphs) {
    left -= 2
    const command = commands.find((one) => paragraph.endsWith(one)) ?? null
    const said = take(command === null ? paragraph : paragraph.slice(0, -command.length).trimEnd())
    // Half a command is none.
    const isWhole = command !== null && command.length + 1 <= left
    if (isWhole) left -= command.length + 1
    const code = isWhole ? `\n<code>${escapeHtml(command)}</code>` : ''
    if (said !== '' || code !== '') parts.push(`${written(said)}${code}`.trim())
  }
  if (link !== null) parts.push(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`)
  return parts.join('\n\n')
}

/** A mention, a hashtag, a command, a sum of money, or an address, which Telegram makes a link of wherever it stands. */
const linked = /(?<![\p{L}\p{N}])[@#$/]\p{L}|\p{L}\.\p{L}|[\p{L}\p{N}]\.\p{L}{2}|:\/\//u

/** Escaped; what would become a link or a mention is set as code, where Telegram looks for none and changes nothing. */
function written(text: string): string {
  return text.replace(/[^\s]+/gu, (word) =>
    linked.test(word) ? `<code>${escapeHtml(word)}</code>` : escapeHtml(word),
  )
}
