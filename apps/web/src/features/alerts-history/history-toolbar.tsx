import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { SeverityIcon } from '../../parts/severity-mark.tsx'
import { ChipGroup, FilterChip } from '../../ui/filter-chip.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { ChoiceMenu, useChoices } from './choice-menu.tsx'
import { FiltersMenu } from './filters-menu.tsx'
import type { HistoryView, SeverityCounts } from './history-view.ts'
import { nameOf } from './target-name.tsx'

interface Props {
  view: HistoryView
  counts: SeverityCounts | null
  /** There are more than was counted. */
  isMore: boolean
  /** Of what the view shows, one that says the name of its target. */
  sample: AlertHistoryItem | undefined
  cards: boolean
  onView: (change: Partial<HistoryView>) => void
}

const severities = [null, 'CRITICAL', 'WARNING', 'INFO'] as const

/** Search and filters; on a narrow screen the filters are behind one button. */
export function HistoryToolbar({ view, counts, isMore, sample, cards, onView }: Props) {
  const { t } = useTranslation('history')
  const { t: words } = useTranslation('alerts')
  const formats = useFormats()
  const { types, periods } = useChoices()
  const count = (id: 'all' | AlertHistoryItem['severity']) =>
    counts ? <span>{`${formats.integer(counts[id])}${isMore ? '+' : ''}`}</span> : null
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
      <SearchBox label={t('search')} value={view.q} onChange={(q) => onView({ q })} />
      {cards ? (
        <FiltersMenu view={view} counts={counts} isMore={isMore} onView={onView} />
      ) : (
        <>
          <ChipGroup role="group" aria-label={t('severities')}>
            {severities.map((severity) => (
              <FilterChip
                key={severity}
                type="button"
                aria-pressed={view.severity === severity}
                onClick={() => onView({ severity })}
              >
                {severity === null ? null : <SeverityIcon severity={severity} />}
                {severity === null ? t('all') : words(`severity.${severity}`)}
                {count(severity ?? 'all')}
              </FilterChip>
            ))}
          </ChipGroup>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, marginInlineStart: 'auto' }}>
            <FilterChip type="button" aria-pressed={view.open} onClick={() => onView({ open: !view.open })}>
              {t('open')}
            </FilterChip>
            <ChoiceMenu
              label={t('type')}
              short={view.type === null ? t('type') : words(`type.${view.type}`)}
              value={view.type}
              choices={types}
              onChoose={(type) => onView({ type })}
            />
            <ChoiceMenu
              label={t('time')}
              short={t(`since.${view.since ?? 'any'}`)}
              value={view.since}
              choices={periods}
              onChoose={(since) => onView({ since })}
            />
          </Box>
        </>
      )}
      <OnlyTarget view={view} sample={sample} onView={onView} />
    </Box>
  )
}

/** One target that the address filters by, and the way back to all of them. */
function OnlyTarget({ view, sample, onView }: Pick<Props, 'view' | 'sample' | 'onView'>) {
  const { t } = useTranslation('history')
  const { network } = useServices()
  if (view.validator === null && view.bridge === null) return null
  const name = sample
    ? nameOf(sample, network.name)
    : t(view.validator === null ? 'thisBridge' : 'thisValidator')
  return (
    <FilterChip
      type="button"
      aria-pressed
      aria-label={t('onlyRemove', { name })}
      onClick={() => onView({ validator: null, bridge: null })}
      style={{ maxWidth: '100%' }}
    >
      <bdi style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{t('onlyOne', { name })}</bdi>
      <CloseRounded aria-hidden sx={{ fontSize: 16, flex: 'none' }} />
    </FilterChip>
  )
}
