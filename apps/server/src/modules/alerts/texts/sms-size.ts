/** GSM 03.38, the letters of which an SMS has 160; those of the extension count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('^{}\\[~]|€')

/** Letters of one part; where there are several, each carries a head and holds less (3GPP TS 23.040). */
const gsm = { alone: 160, part: 153 }
const ucs2 = { alone: 70, part: 67 }

/** What answers an SMS stands at its end: `https://`, a host name, `/a/` and the token, with a blank before. */
const linkRoom = 60

/**
 * The first sentences whole, then as many of the others as fit into the parts that the first ones take anyway, with room
 * for the link that answers it: each part is paid for.
 */
export function fillSms(must: readonly string[], may: readonly string[]): string {
  const first = plainLetters(must.join(' '))
  const parts = partsWithLink(first)
  return may.map(plainLetters).reduce((text, sentence) => {
    const longer = `${text} ${sentence}`
    return partsWithLink(longer) <= parts ? longer : text
  }, first)
}

/** How many messages a text is with the link that answers it. */
export function partsWithLink(text: string): number {
  return smsParts(`${text}${'x'.repeat(linkRoom)}`)
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
