import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import type { ListView, Show } from './list-search.ts'
import { stateIcons } from '../../parts/state-cell.tsx'

interface Props {
  counts: Record<Show, number>
  view: ListView
  onShow: (show: Show) => void
}

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  minHeight: 24,
  '@media (pointer: coarse)': { minHeight: 40 },
  [theme.breakpoints.down('lg')]: { flexWrap: 'wrap' },
}))
const Press = styled('button')(({ theme }) => ({
  all: 'unset',
  borderRadius: 6,
  cursor: 'pointer',
  '&:hover': { filter: 'brightness(0.97)' },
  '&[aria-pressed="true"]': { outline: `1px solid currentColor`, color: theme.vars.palette.text.secondary },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '@media (pointer: coarse)': { minHeight: 40, display: 'inline-grid', placeItems: 'center' },
}))

const chips = [
  ['risk', 'warning'],
  ['missing', 'error'],
  ['jailed', 'error'],
] as const

/** What needs a person, counted; a click filters the list by it and a second one clears that. */
export const AttentionChips = memo(function AttentionChips({ counts, view, onShow }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const shown = chips.filter(([show]) => counts[show] > 0)
  return (
    <Row>
      {shown.length === 0 ? (
        <Typography variant="table" color="textSecondary">
          {t('stat.nothing')}
        </Typography>
      ) : (
        shown.map(([show, tone]) => (
          <Press
            key={show}
            type="button"
            aria-pressed={view.show === show}
            onClick={() => onShow(view.show === show ? 'all' : show)}
          >
            <StateMark icon={stateIcons[show]} tone={tone} look="chip">
              {t(`stat.${show}`, { count: counts[show], value: formats.integer(counts[show]) })}
            </StateMark>
          </Press>
        ))
      )}
    </Row>
  )
})
