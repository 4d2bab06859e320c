import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { stateIcons } from '../../parts/state-cell.tsx'
import { PressChip, PressChipRow } from '../../ui/press-chip.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import type { ListView, Show } from './list-search.ts'
import type { Counts } from './validator-filter.ts'

interface AttentionChipsProps {
  counts: Counts
  view: ListView
  onShow: (show: Show) => void
  /** The network makes no blocks now: nobody comes nearer to jail. */
  halted: boolean
}

const chips = [
  ['risk', 'warning'],
  ['missing', 'error'],
  ['jailed', 'error'],
] as const

/** What needs a person, counted; a click filters the list by it and a second one clears that. */
export const AttentionChips = memo(function AttentionChips({ counts, view, onShow, halted }: AttentionChipsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { network } = useServices()
  const unknown = chips.filter(([show]) => counts[show] === null).map(([show]) => t(`show.${show}`))
  return (
    <PressChipRow>
      {chips.map(([show, tone]) => {
        const count = counts[show]
        if (count === null || count === 0 || (show === 'risk' && halted)) return null
        return (
          <PressChip
            key={show}
            type="button"
            aria-pressed={view.show === show}
            onClick={() => onShow(view.show === show ? 'all' : show)}
          >
            <StateMark icon={stateIcons[show]} tone={tone} look="chip">
              {t(`stat.${show}`, { count, value: formats.integer(count) })}
            </StateMark>
          </PressChip>
        )
      })}
      <Typography variant="table" component="span" color="textSecondary" noWrap>
        {chips.every(([show]) => counts[show] === 0) ? t('stat.nothing') : null}
        {unknown.length > 0 ? (
          <span title={t('list.notReported', { network: network.name, columns: unknown.join(', ') })}>
            {t('stat.unknown', { states: unknown.join(', ') })}
          </span>
        ) : null}
      </Typography>
    </PressChipRow>
  )
})
