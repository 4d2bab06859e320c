import type { Language } from '@roundsman/contract/accounts/users'
import type { Message } from '../ledger/new-delivery.ts'
import { plainLine } from './channel.ts'

interface Link {
  label: string
  url: string
}

/** A message as channels for chats and notifications write it. All of it is text: each channel escapes it in its own way. */
export interface WrittenMessage {
  language: Language
  title: string
  paragraphs: readonly string[]
  /** Where it is shown; where its reader answers it. */
  link: Link | null
  answer: Link | null
  /** With which of its paragraphs end, to be run. */
  commands: readonly string[]
  /** Whatever it is about is over. */
  isOver: boolean
  severity: NonNullable<Message['severity']> | null
  /** Each alert that it is about; none of a test. */
  notices: NonNullable<Message['notices']>
}

/** @param answerUrl where its reader can say that they know; null: they cannot */
export function writtenMessage(
  { subject, paragraphs, link, severity, commands = [], isOver = false, notices = [] }: Message,
  language: Language,
  answerUrl: string | null,
): WrittenMessage {
  return {
    language,
    title: cleanLine(subject),
    paragraphs: paragraphs.map(cleanLine).filter((one) => one !== ''),
    link: link === undefined ? null : { label: cleanLine(link.label), url: link.url },
    answer: answerUrl === null ? null : { label: answerLabel(language, isOver), url: answerUrl },
    commands: commands.map(cleanLine).filter((one) => one !== ''),
    isOver,
    severity: severity ?? null,
    notices,
  }
}

/** No letter carries more marks than a script needs: a name of thousands would hide what stands around it. */
function cleanLine(text: string): string {
  return plainLine(text).replace(/(\p{M}{4})\p{M}+/gu, '$1')
}

/** What the link says behind which a message is answered. */
export function answerLabel(language: Language, isOver: boolean): string {
  const { any, end } = answerLabels[language]
  return isOver ? end : any
}

/** An end can be muted, and there is nothing of it to acknowledge (E188). */
const answerLabels: Readonly<Record<Language, { any: string; end: string }>> = {
  en: { any: 'Acknowledge or mute', end: 'Mute' },
  ru: { any: 'Подтвердить или заглушить', end: 'Заглушить' },
  uk: { any: 'Підтвердити або заглушити', end: 'Заглушити' },
}

/** Text as HTML, also between quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const codeUnits = (text: string) => text.length
/** Of UTF-8. */
export const bytes = (text: string) => Buffer.byteLength(text)

interface Fit {
  most: number
  /** In what `most` counts; else UTF-16 code units. */
  size?: (text: string) => number
  /** How a piece of the text is written, before it is measured; else as it is. */
  written?: (piece: string) => string
}

/** The longest beginning of a text that fits as it is written, at the border of what is read as one letter, with `…` where it was cut. */
export function fitted(text: string, { most, size = codeUnits, written = (piece) => piece }: Fit): string {
  const whole = written(text)
  if (size(whole) <= most) return whole
  const room = most - size('…')
  const pieces: string[] = []
  let used = 0
  for (const { segment } of letters.segment(text)) {
    const piece = written(segment)
    used += size(piece)
    if (used > room) break
    pieces.push(piece)
  }
  return `${pieces.join('').trimEnd()}…`
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
