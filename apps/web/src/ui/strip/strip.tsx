import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StripColour } from '../theme/theme-types.ts'
import { stripLabel } from './strip-label.ts'
import { lastLetters, type StripPitch, stripHeight, stripPaths, stripWidth } from './strip-shape.ts'

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

/** Time always runs left to right, whatever the language does. */
const Drawing = styled('svg')({ display: 'block', direction: 'ltr', flex: 'none', maxWidth: '100%' })
const Bars = styled('path')(({ theme }) => ({
  ...Object.fromEntries(
    (['signed', 'proposed', 'nil', 'missed', 'unseen'] as const).map((colour: StripColour) => [
      `&[data-kind="${colour}"]`,
      { fill: theme.vars.palette.strip[colour] },
    ]),
  ),
  '@media (forced-colors: active)': { '&[data-kind]': { fill: 'CanvasText' } },
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
      shapeRendering={Number.isInteger(scale) ? 'crispEdges' : undefined}
      opacity={faded ? 0.6 : undefined}
      data-strip={decorative ? undefined : blocks}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': stripLabel(shown, t) })}
    >
      {[...stripPaths(shown, pitch)].map(([colour, d]) => (
        <Bars key={colour} data-kind={colour} d={d} />
      ))}
    </Drawing>
  )
})
