/** GSM 03.38, the letters of which an SMS has 160; those of the extension count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('^{}\\[~]|€')

/** Letters of one part; where there are several, each carries a head and holds less (3GPP TS 23.040). */
const gsm = { alone: 160, part: 153 }
const ucs2 = { alone: 70, part: 67 }

/**
 * A sentence of an SMS: it must be said, or has the room that is left, the lower its rank, the sooner. `whose`: of whom it is said,
 * who are named before the first of such sentences that stand side by side.
 */
export type SmsSentence =
  | string
  | { readonly text: string; readonly rank: number | 'MUST'; readonly whose?: string | null }

/** Sentences that are said where there is room. */
export function whereRoom(rank: number, sentences: readonly string[]): SmsSentence[] {
  return sentences.map((text) => ({ text, rank }))
}

/**
 * What must be said whole, as it takes the fewest parts; then as much of the rest as fits into these parts, with room for
 * the link that answers it: each part is paid for. All of it in the order in which it is read.
 *
 * @param forms of the same, with the most words first
 * @param room letters of the link
 */
export function fillSms(forms: readonly (readonly SmsSentence[])[], room: number): string {
  const partsOf = (form: readonly SmsSentence[]) => leastParts(form, room)
  const parts = Math.min(...forms.map(partsOf))
  const form = forms.find((one) => partsOf(one) === parts) ?? []
  const spare = form.filter((one) => !isMust(one))
  const said = new Set<SmsSentence>()
  for (const one of spare.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    said.add(one)
    if (partsWithLink(textOf(form, said), room) > parts) said.delete(one)
  }
  return textOf(form, said)
}

/** How many parts a form takes with what must be said alone. */
export function leastParts(form: readonly SmsSentence[], room: number): number {
  return partsWithLink(textOf(form, new Set()), room)
}

function textOf(form: readonly SmsSentence[], ranks: ReadonlySet<SmsSentence>): string {
  return form
    .filter((one) => isMust(one) || ranks.has(one))
    .map((one, index, said) => plainLetters(withName(one, said[index - 1])))
    .join(' ')
}

function rankOf(one: SmsSentence): number {
  return typeof one === 'string' || one.rank === 'MUST' ? 0 : one.rank
}

function isMust(one: SmsSentence): boolean {
  return typeof one === 'string' || one.rank === 'MUST'
}

function withName(one: SmsSentence, before: SmsSentence | undefined): string {
  if (typeof one === 'string') return one
  const { text, whose } = one
  const isNamed = typeof before === 'object' && before.whose === whose
  return whose == null || isNamed ? text : `${whose}: ${text}`
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
