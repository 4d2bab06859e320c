import { createContext, memo, use, useCallback } from 'react'
import { styled } from '../theme/styled.tsx'
import type { StripColor } from '../theme/theme-types.ts'
import { watchColors } from '../use-measured.ts'
import { lastLetters, stripHeight, stripKindOf, stripWidth } from './strip.tsx'

/** The strips of a list, which change with each block: they are drawn, and nothing is rendered for them. */
export interface DrawnStrips {
  /** Draws the strip of a row on a canvas, now and whenever its letters change; returns what ends that. */
  join(canvas: HTMLCanvasElement, row: number): () => void
  /** Takes the newest letters of each row, oldest first. Strips whose letters stay as they were are left alone. */
  show(letters: ReadonlyMap<number, string>): void
}

interface Drawn {
  row: number
  /** Null before its letters are known. */
  letters: string | null
  /** Px on the page. */
  width: number
  density: number
}

/** How many sentences are kept: strips of a network say few different ones. */
const mostSentences = 500

/**
 * @param blocks how many of the newest blocks a strip shows
 * @param say a strip as a sentence
 */
export function createDrawnStrips(blocks: number, say: (letters: string) => string): DrawnStrips {
  const canvases = new Map<Element, Drawn>()
  const sentences = new Map<string, string>()
  let newest: ReadonlyMap<number, string> = new Map()
  let colors: StripColors | null = null
  let unwatch: (() => void) | null = null

  const draw = (canvas: HTMLCanvasElement, drawn: Drawn, letters: string) => {
    drawn.letters = letters
    drawn.density = window.devicePixelRatio
    colors ??= colorsOf(canvas)
    drawStrip(canvas, letters, drawn, colors)
  }
  const update = (canvas: Element, drawn: Drawn) => {
    const known = newest.get(drawn.row)
    if (known === undefined || !(canvas instanceof HTMLCanvasElement)) return
    const letters = lastLetters(known, blocks)
    if (letters === drawn.letters && drawn.density === window.devicePixelRatio) return
    draw(canvas, drawn, letters)
    const sentence = sentenceOf(letters)
    if (canvas.getAttribute('aria-label') !== sentence) canvas.setAttribute('aria-label', sentence)
  }
  const sentenceOf = (letters: string) => {
    // What it says does not depend on the order, but for the last ones.
    const key = [...letters].toSorted().join('') + /m*$/.exec(letters)?.[0].length
    const known = sentences.get(key)
    if (known !== undefined) return known
    if (sentences.size >= mostSentences) sentences.clear()
    const sentence = say(letters)
    sentences.set(key, sentence)
    return sentence
  }
  const drawAnew = () => {
    colors = null
    for (const [canvas, drawn] of canvases) {
      drawn.letters = null
      update(canvas, drawn)
    }
  }
  // One for all of them. It reports once at the start, when all are laid out.
  const sizes = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const drawn = canvases.get(target)
      if (drawn === undefined || contentRect.width === 0 || contentRect.width === drawn.width) continue
      drawn.width = contentRect.width
      drawn.letters = null
      update(target, drawn)
    }
  })

  return {
    join(canvas, row) {
      // As wide as it is where there is room, until it is laid out: a page that is printed is not laid out before.
      const drawn = { row, letters: null, width: stripWidth(blocks), density: 1 }
      unwatch ??= watchColors(drawAnew)
      canvases.set(canvas, drawn)
      sizes.observe(canvas)
      update(canvas, drawn)
      return () => {
        sizes.unobserve(canvas)
        canvases.delete(canvas)
        if (canvases.size > 0) return
        unwatch?.()
        unwatch = null
        // Nobody says any more when they become others.
        colors = null
      }
    },
    show(letters) {
      newest = letters
      for (const [canvas, drawn] of canvases) update(canvas, drawn)
    },
  }
}

type StripColors = Record<StripColor, string>
const stripColors = ['signed', 'proposed', 'nil', 'missed', 'unseen'] as const satisfies readonly StripColor[]

/** Draws bars on whole pixels of the screen, whatever its density and however wide the strip is. */
function drawStrip(
  canvas: HTMLCanvasElement,
  letters: string,
  { width, density }: Pick<Drawn, 'width' | 'density'>,
  colors: StripColors,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  // The half of a pixel is left out, as the browser does it where it draws a path on whole ones.
  const pixel = (px: number) => Math.floor(px * density + 0.49)
  const size = { width: pixel(width), height: pixel(stripHeight) }
  // Setting either clears it, and has it laid out again.
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size)
  else context.clearRect(0, 0, size.width, size.height)
  const pitch = (width + 1) / letters.length
  let filled = ''
  for (let at = 0; at < letters.length; at += 1) {
    const { color, top, height } = stripKindOf(letters.charAt(at))
    const inset = color === 'unseen' ? 0.5 : 0
    const left = pixel(at * pitch + inset)
    const right = pixel((at + 1) * pitch - 1 - inset)
    if (colors[color] !== filled) context.fillStyle = colors[color]
    filled = colors[color]
    context.fillRect(left, pixel(top), Math.max(1, right - left), pixel(top + height) - pixel(top))
  }
}

function colorsOf(canvas: HTMLCanvasElement): StripColors {
  const style = getComputedStyle(canvas)
  const color = (kind: StripColor) => style.getPropertyValue(`--strip-${kind}`).trim()
  return {
    signed: color('signed'),
    proposed: color('proposed'),
    nil: color('nil'),
    missed: color('missed'),
    unseen: color('unseen'),
  }
}

const Canvas = styled('canvas')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: stripWidth(60),
  height: stripHeight,
  maxWidth: '100%',
  '&[data-old]': { opacity: 0.6 },
  ...Object.fromEntries(stripColors.map((color) => [`--strip-${color}`, theme.vars.palette.strip[color]])),
  '@media (forced-colors: active)': Object.fromEntries(
    stripColors.map((color) => [`--strip-${color}`, 'CanvasText']),
  ),
  // Paper has more pixels than the canvas.
  '@media print': { imageRendering: 'pixelated' },
}))

/** Of the list that a strip belongs to. */
export const DrawnStripsContext = createContext<DrawnStrips | null>(null)

interface Props {
  row: number
  /** How many blocks it shows. */
  blocks: number
  /** Old values: paler, the age is said elsewhere. */
  faded: boolean
}

/** Where the strip of a row is drawn: one image with one sentence. */
export const DrawnStrip = memo(function DrawnStrip({ row, blocks, faded }: Props) {
  const strips = use(DrawnStripsContext)
  const join = useCallback(
    (canvas: HTMLCanvasElement | null) => (canvas ? strips?.join(canvas, row) : undefined),
    [strips, row],
  )
  return <Canvas ref={join} role="img" data-strip={blocks} data-old={faded ? '' : undefined} />
})
