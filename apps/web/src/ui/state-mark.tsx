import type { SvgIconComponent } from '@mui/icons-material'
import type { ReactNode } from 'react'
import { styled } from './theme/styled.tsx'
import type { StateTone } from './theme/theme-types.ts'

/**
 * silent: icon in the tone, gray word, for the ordinary. quiet: both in the tone. chip: on the tone's tint, for what
 * needs a person. Always icon and word; the color only underlines them.
 */
export type StateEmphasis = 'silent' | 'quiet' | 'chip'

interface Props {
  icon: SvgIconComponent
  tone: StateTone
  emphasis: StateEmphasis
  children: ReactNode
  /** More than the label says, as a tooltip. */
  full?: string
  /** Where there is no room it goes on in a second line, and is not cut. */
  wraps?: boolean
  /** Below the 15 px of chips, for the dot of a live network. */
  iconSize?: number
}

const tones = ['success', 'info', 'warning', 'error', 'neutral', 'grave'] as const satisfies StateTone[]

const Root = styled('span')(({ theme }) => ({
  ...theme.typography.chip,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minHeight: '1.5rem',
  boxSizing: 'border-box',
  verticalAlign: 'middle',
  maxWidth: '100%',
  whiteSpace: 'nowrap',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '&[data-wraps]': { whiteSpace: 'normal', lineHeight: '1.125rem' },
  '& svg': { fontSize: 15, flex: 'none' },
  ...Object.fromEntries(
    tones.map((tone) => [
      `&:where([data-mark="${tone}"])`,
      {
        color: theme.vars.palette[tone].main,
        '& svg': { color: theme.vars.palette[tone].main },
        '&:where([data-emphasis="chip"])': { backgroundColor: theme.vars.palette[tone].tint },
      },
    ]),
  ),
  '&:where([data-emphasis="silent"])': {
    ...theme.typography.table,
    color: theme.vars.palette.text.secondary,
  },
  '&:where([data-emphasis="quiet"])': { ...theme.typography.table },
  '&:where([data-emphasis="chip"])': {
    padding: '0 8px 0 6px',
    borderRadius: 6,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
}))

export function StateMark({ icon: Icon, tone, emphasis, children, full, wraps = false, iconSize }: Props) {
  return (
    <Root
      data-mark={tone}
      data-emphasis={emphasis}
      data-wraps={wraps ? '' : undefined}
      title={full ?? (emphasis === 'chip' && typeof children === 'string' ? children : undefined)}
    >
      <Icon aria-hidden style={iconSize === undefined ? undefined : { fontSize: iconSize }} />
      <span>{children}</span>
    </Root>
  )
}

/** Lines that each begin with such a mark, with what is said of it below. */
export const MarkLines = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  fontVariantNumeric: 'normal',
  display: 'grid',
  gap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, justifyItems: 'start' },
  // With large letters a time has no room beside the word.
  '& [data-mark]': { whiteSpace: 'normal' },
  '& p': { margin: 0, overflowWrap: 'anywhere', color: theme.vars.palette.text.secondary },
}))
