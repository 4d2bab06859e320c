/** GSM 03.38, the letters of which an SMS has 160; those of the extension count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('^{}\\[~]|€')

/** Letters of one part; where there are several, each carries a head and holds less (3GPP TS 23.040). */
const gsm = { alone: 160, part: 153 }
const ucs2 = { alone: 70, part: 67 }

/**
 * The first sentences whole, as they take the fewest parts; then as many of the others as fit into these parts, with room
 * for the link that answers it: each part is paid for.
 *
 * @param musts the same sentences, with the most words first
 * @param room letters of the link
 */
export function fillSms(musts: readonly (readonly string[])[], may: readonly string[], room: number): string {
  const texts = musts.map((must) => plainLetters(must.join(' ')))
  const parts = Math.min(...texts.map((text) => partsWithLink(text, room)))
  const first = texts.find((text) => partsWithLink(text, room) === parts) ?? ''
  return may.map(plainLetters).reduce((text, sentence) => {
    const longer = `${text} ${sentence}`
    return partsWithLink(longer, room) <= parts ? longer : text
  }, first)
}

/** How many messages a text is with a link of so many letters. */
export function partsWithLink(text: string, room: number): number {
  return smsParts(`${text}${'x'.repeat(room)}`)
}

/** How many messages a text is sent and paid as. */
export function smsParts(text: string): number {
  const size = gsmSize(text)
  const [length, room] = size === null ? [text.length, ucs2] : [size, gsm]
  return length <= room.alone ? 1 : Math.ceil(length / room.part)
}

/** Septets of a text; null where a letter is none of GSM's: then all of it is UCS-2. */
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
function plainLetters(text: string): string {
  return text.replace(/[’‘“”–—…\u00a0\u202f−]/g, (letter) => plainer[letter] ?? letter)
}
