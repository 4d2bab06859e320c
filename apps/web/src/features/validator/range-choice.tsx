import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { type GridRange, gridRanges } from './validator-search.ts'

interface Props {
  range: GridRange
  onRange: (range: GridRange) => void
}

/** The browser's own radio buttons, side by side: what is chosen has the accent. */
const Group = styled('fieldset')(({ theme }) => ({
  display: 'inline-flex',
  flexWrap: 'wrap',
  minWidth: 0,
  maxWidth: '100%',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  borderRadius: 8,
  overflow: 'hidden',
  '& label': {
    ...theme.typography.button,
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minHeight: 30,
    padding: '0 11px',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
    '& + label': { borderInlineStart: `1px solid ${theme.vars.palette.dividerStrong}` },
    '&:has(:checked)': {
      color: theme.vars.palette.primary.text,
      backgroundColor: theme.vars.palette.primary.tint,
      '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: -2 },
    },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
    '@media (pointer: coarse)': { minHeight: 40 },
  },
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
}))

/** How many blocks the grid shows. */
export function RangeChoice({ range, onRange }: Props) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const name = useId()
  return (
    <Group role="radiogroup" aria-label={t('signing.range')}>
      {gridRanges.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === range} onChange={() => onRange(one)} />
          {formats.integer(Number(one))}
        </label>
      ))}
    </Group>
  )
}
