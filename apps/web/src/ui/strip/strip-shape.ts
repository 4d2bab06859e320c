import type { StripColour } from '../theme/theme-types.ts'

/** One kind of block in the strip: its colour, its word, and its bar (y and height in a box of 22 with the line at 14). */
export interface StripKind {
  colour: StripColour
  top: number
  height: number
}

/** Letters of `recent_signatures`. Signed stands on the line, missed hangs below it: it reads without colour. */
export const stripKinds: Readonly<Record<string, StripKind>> = {
  s: { colour: 'signed', top: 6, height: 8 },
  p: { colour: 'proposed', top: 2, height: 12 },
  n: { colour: 'nil', top: 10, height: 4 },
  m: { colour: 'missed', top: 15, height: 7 },
  '-': { colour: 'unseen', top: 12, height: 2 },
}

export const stripPitch = 4
export const stripBar = 3
export const stripHeight = 22

/** Width of a strip of so many blocks, in its own units. */
export function stripWidth(blocks: number): number {
  return blocks * stripPitch - (stripPitch - stripBar)
}

/** The last `blocks` letters; where fewer are known the oldest are unseen. */
export function lastLetters(letters: string, blocks: number): string {
  return letters.slice(-blocks).padStart(blocks, '-')
}

/** One SVG path per colour: five nodes instead of sixty, since a hundred strips change every second. */
export function stripPaths(letters: string): Map<StripColour, string> {
  const paths = new Map<StripColour, string>()
  for (let i = 0; i < letters.length; i += 1) {
    const kind = stripKinds[letters[i] ?? '-'] ?? stripKinds['-']
    if (!kind) continue
    const dot = kind.colour === 'unseen'
    const x = i * stripPitch + (dot ? 0.5 : 0)
    const width = dot ? 2 : stripBar
    const bar = `M${x} ${kind.top}h${width}v${kind.height}h-${width}z`
    paths.set(kind.colour, (paths.get(kind.colour) ?? '') + bar)
  }
  return paths
}
