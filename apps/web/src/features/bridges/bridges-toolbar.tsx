import DownloadRounded from '@mui/icons-material/DownloadRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useFormats } from '../../i18n/formats.ts'
import { ChipGroup, FilterChip, FilterMenu, SearchBox } from '../../ui/controls/filters.tsx'
import { countByShow } from './bridge-rows.ts'
import { type BridgesView, type Show, shows } from './bridges-view.ts'

interface Props {
  view: BridgesView
  /** Undefined while the list is being loaded. */
  bridges: readonly Bridge[] | undefined
  cards: boolean
  onView: (view: BridgesView) => void
  onCsv: () => void
}

/** The others are one click further up, at the figures, or behind the button of a narrow screen. */
const chips = ['all', 'mine', 'notSynced', 'older'] as const satisfies readonly Show[]

/** Search, filters, and the rows as a file. */
export function BridgesToolbar({ view, bridges, cards, onView, onCsv }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const counts = useMemo(() => (bridges ? countByShow(bridges) : null), [bridges])
  const onShow = (show: Show) => onView({ ...view, show })
  // A bridge that two want needs a person, but there seldom is one.
  const shown = chips.filter((show) => show !== 'older' || view.show === show || counts?.older !== 0)
  const extra = view.show === 'contested' || (counts?.contested ?? 0) > 0 ? (['contested'] as const) : []
  return (
    <Box
      role="search"
      data-page-controls=""
      sx={{ display: 'flex', alignItems: 'center', gap: cards ? 2 : 4, mb: 3 }}
    >
      <SearchBox label={t('search')} value={view.q} onChange={(q) => onView({ ...view, q })} />
      {cards ? (
        <FilterMenu
          choices={shows}
          value={view.show}
          textOf={(show) => t(`show.${show}`)}
          countOf={(show) => counts && formats.integer(counts[show])}
          active={view.show !== 'all'}
          onChoose={onShow}
        />
      ) : (
        <>
          <ChipGroup role="group" aria-label={tCommon('list.filters')}>
            {[...shown, ...extra].map((show) => (
              <FilterChip
                key={show}
                type="button"
                aria-pressed={show === view.show}
                onClick={() => onShow(show)}
              >
                {t(`show.${show}`)}
                {counts ? <span>{formats.integer(counts[show])}</span> : null}
              </FilterChip>
            ))}
          </ChipGroup>
          <Button
            size="small"
            startIcon={<DownloadRounded />}
            onClick={onCsv}
            sx={{ marginInlineStart: 'auto', flex: 'none' }}
          >
            {tCommon('list.csv')}
          </Button>
        </>
      )}
    </Box>
  )
}
