import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { styled } from '../theme/styled.tsx'
import type { StripColor } from '../theme/theme-types.ts'

/** One kind of block in the strip: its color, its word, and its bar (y and height in a box of 22 with the line at 14). */
interface StripKind {
  color: StripColor
  top: number
  height: number
}

/** Letters of `recent_signatures`. Signed stands on the line, missed hangs below it: it reads without color. */
const stripKinds = {
  s: { color: 'signed', top: 6, height: 8 },
  p: { color: 'proposed', top: 2, height: 12 },
  n: { color: 'nil', top: 10, height: 4 },
  m: { color: 'missed', top: 15, height: 7 },
  '-': { color: 'unseen', top: 12, height: 2 },
} as const satisfies Record<string, StripKind>

/** Px from a block to the next one: a bar, and 1 px between two. The narrow one is for tables without room, the wide one for a strip alone. */
export type StripPitch = 3 | 4 | 6
export const stripHeight = 22

/** Width of a strip of so many blocks, in its own units. */
export function stripWidth(blocks: number, pitch: StripPitch = 4): number {
  return blocks * pitch - 1
}

/** The last `blocks` letters; where fewer are known the oldest are unseen. */
export function lastLetters(letters: string, blocks: number): string {
  return letters.slice(-blocks).padStart(blocks, '-')
}

/**
 * One SVG path per color, in the order that they are drawn: five nodes instead of sixty, since a hundred strips
 * change every second. Behind a proposed block lies the bar of a signed one, which it covers: so the signed bars of a
 * validator that misses none stay as they are from block to block, and nothing of them is drawn anew.
 */
export function stripPaths(letters: string, pitch: StripPitch = 4): Map<StripColor, string> {
  const paths = new Map<StripColor, string>()
  const add = ({ color, top, height }: StripKind, at: number) => {
    const dot = color === 'unseen'
    const x = at * pitch + (dot ? 0.5 : 0)
    const width = pitch - (dot ? 2 : 1)
    paths.set(color, `${paths.get(color) ?? ''}M${x} ${top}h${width}v${height}h-${width}z`)
  }
  const bars = [...letters].map((letter) => (isKnown(letter) ? letter : '-'))
  for (const [at, letter] of bars.entries()) if (letter === 's' || letter === 'p') add(stripKinds.s, at)
  for (const [at, letter] of bars.entries()) if (letter !== 's') add(stripKinds[letter], at)
  return paths
}

/** What a letter is drawn as; one that is not known as not seen. */
export function stripKindOf(letter: string): StripKind {
  return stripKinds[isKnown(letter) ? letter : '-']
}

function isKnown(letter: string): letter is keyof typeof stripKinds {
  return Object.hasOwn(stripKinds, letter)
}

interface Props {
  letters: string
  /** How many of the newest blocks to show. */
  blocks?: number
  pitch?: StripPitch
  /** Size in whole multiples of the box of 22 px height. */
  scale?: number
  /** Drawn as ornament: hidden from screen readers. */
  decorative?: boolean
  /** Old values: drawn paler, the age is said elsewhere. */
  faded?: boolean
}

/**
 * Time always runs left to right, whatever the language does. The bars have their colors by this one sheet: dozens of
 * strips are drawn with each block, and a styled component for each bar would cost more than the bars.
 */
const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  direction: 'ltr',
  flex: 'none',
  maxWidth: '100%',
  ...Object.fromEntries(
    (['signed', 'proposed', 'nil', 'missed', 'unseen'] as const).map((color: StripColor) => [
      `& > path[data-kind="${color}"]`,
      { fill: theme.vars.palette.strip[color] },
    ]),
  ),
  '@media (forced-colors: active)': { '& > path[data-kind]': { fill: 'CanvasText' } },
}))

/** The last blocks of a validator as one picture with a sentence. */
export const Strip = memo(function Strip({
  letters,
  blocks = 60,
  pitch = 4,
  scale = 1,
  decorative,
  faded,
}: Props) {
  const { t } = useTranslation()
  const shown = lastLetters(letters, blocks)
  const width = stripWidth(blocks, pitch)
  return (
    <Drawing
      width={width * scale}
      height={stripHeight * scale}
      viewBox={`0 0 ${width} ${stripHeight}`}
      // A sheet may make it narrower: at three quarters its bars stand on whole pixels again.
      preserveAspectRatio="none"
      shapeRendering={Number.isInteger(scale) ? 'crispEdges' : undefined}
      opacity={faded ? 0.6 : undefined}
      data-strip={decorative ? undefined : blocks}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': stripLabel(shown, t) })}
    >
      {[...stripPaths(shown, pitch)].map(([color, d]) => (
        <path key={color} data-kind={color} d={d} />
      ))}
    </Drawing>
  )
})

/** The strip as a sentence: "Last 60 blocks: 48 signed, 12 missed, all of the last 12". */
export function stripLabel(letters: string, t: TFunction): string {
  const count = (wanted: string) => [...letters].filter((letter) => wanted.includes(letter)).length
  const missed = count('m')
  const unseen = count('-')
  const nil = count('n')
  const missedNow = /m*$/.exec(letters)?.[0].length ?? 0
  const parts = [
    t('strip.signedCount', { count: count('sp') }),
    nil > 0 && t('strip.nilCount', { count: nil }),
    missed > 0 && t('strip.missedCount', { count: missed }),
    missedNow > 1 && t('strip.missedNow', { count: missedNow }),
    unseen > 0 && t('strip.unseenCount', { count: unseen }),
  ]
  return t('strip.label', {
    count: letters.length,
    parts: parts.filter((part) => part !== false).join(', '),
  })
}
