/** GSM 03.38, the letters of which an SMS has 160; those of the extension count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('^{}\\[~]|€')

/** What an SMS may be: one part of GSM letters, or two parts of any (67 UTF-16 units each, less their heads). */
const roomGsm = 160
const roomOther = 134

/** True if a text is as short as an alert's SMS may be. */
export function fitsSms(text: string): boolean {
  const size = gsmSize(text)
  return size === null ? text.length <= roomOther : size <= roomGsm
}

/** Septets of a text; null where a letter is none of GSM's. */
export function gsmSize(text: string): number | null {
  let size = 0
  for (const letter of text) {
    if (basic.has(letter)) size += 1
    else if (extension.has(letter)) size += 2
    else return null
  }
  return size
}

const plainer: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '−': '-',
}

/** Letters that only look nicer, as GSM has them: one of them alone would halve the room. */
export function plainLetters(text: string): string {
  return text.replace(/[’‘“”–—…\u00a0\u202f−]/g, (letter) => plainer[letter] ?? letter)
}

/** A name in a text that is all GSM otherwise: what GSM does not have is left out, and shown as one question mark. */
export function gsmName(name: string): string {
  return plainLetters(name.normalize('NFC'))
    .replace(/[^\n]/gu, (letter) => (gsmSize(letter) === null ? '?' : letter))
    .replace(/\?{2,}/g, '?')
}
