import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ColumnChoice } from '../../data/services/table-columns.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { ChipGroup, FilterChip, FilterMenu, SearchBox } from '../../ui/controls/filters.tsx'
import { MenuItem } from '../../ui/controls/menu.tsx'
import { VisuallyHidden } from '../../ui/known.tsx'
import { ColumnsMenu } from './list/columns-menu.tsx'
import type { ColumnId } from './list/columns.ts'
import type { Counts, SettledCounts } from './list/list-rows.ts'
import {
  type ListView,
  type Show,
  shows,
  type UptimeRange,
  uptimeRangeText,
  withShow,
} from './list/list-view.ts'
import { UptimeChoice, UptimeFilter } from './uptime-filter.tsx'

interface Props {
  view: ListView
  counts: SettledCounts | null
  /** How many missed the newest block; of a narrow screen only. */
  missedLast: number | null
  cards: boolean
  choice: ColumnChoice<ColumnId>
  onChoice: (choice: ColumnChoice<ColumnId>) => void
  onView: (view: ListView) => void
}

/** Search, filters and columns. */
export const ListToolbar = memo(function ListToolbar({
  view,
  counts,
  missedLast,
  cards,
  choice,
  onChoice,
  onView,
}: Props) {
  const { t } = useTranslation()
  const onShow = (show: Show) => onView(withShow(view, show))
  const onUptime = (uptime: UptimeRange | null) => onView({ ...view, uptime })
  return (
    <Box
      role="search"
      sx={{
        display: 'flex',
        // In languages with long words the chips do not fit beside the search, and have a line of their own.
        flexWrap: cards ? 'nowrap' : 'wrap',
        alignItems: 'center',
        gap: cards ? 2 : 3,
        mb: 3,
      }}
    >
      <Box sx={{ display: 'flex', flex: '99 1 130px', minWidth: 0, maxWidth: { md: 300 } }}>
        <SearchBox label={t('list.search')} value={view.q} onChange={(q) => onView({ ...view, q })} />
      </Box>
      {cards ? (
        <ViewMenu
          view={view}
          counts={counts && { ...counts, missedLast }}
          onShow={onShow}
          onUptime={onUptime}
        />
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flex: '1 1 auto', minWidth: 0 }}>
          <FilterChips show={view.show} counts={counts} onShow={onShow}>
            <UptimeFilter range={view.uptime} onRange={onUptime} />
          </FilterChips>
          <Box sx={{ marginInlineStart: 'auto', flex: 'none' }}>
            <ColumnsMenu choice={choice} onChange={onChoice} />
          </Box>
        </Box>
      )}
    </Box>
  )
})

interface FilterChipsProps {
  show: Show
  /** Null while the list is being loaded. */
  counts: SettledCounts | null
  onShow: (show: Show) => void
  /** Filters of another kind. */
  children: ReactNode
}

/** Who missed the last block is one click further up, at the share that signed it. */
const chips = [
  'all',
  'active',
  'inactive',
  'jailed',
  'risk',
  'missing',
  'mine',
] as const satisfies readonly Show[]

/** One chip per filter with the number of rows behind it. */
function FilterChips({ show, counts, onShow, children }: FilterChipsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <ChipGroup role="group" aria-label={t('list.filters')}>
      {chips.map((entry) => (
        <FilterChip key={entry} type="button" aria-pressed={entry === show} onClick={() => onShow(entry)}>
          {t(`show.${entry}`)}
          {counts ? <Count value={counts[entry]} formats={formats} /> : null}
        </FilterChip>
      ))}
      {children}
    </ChipGroup>
  )
}

/** A number of rows, or "–" that is read as "unknown". */
function Count({ value, formats }: { value: number | null; formats: Formats }) {
  const { t } = useTranslation()
  if (value !== null) return <span>{formats.integer(value)}</span>
  return (
    <span>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('validator.unknownValue')}</VisuallyHidden>
    </span>
  )
}

interface ViewMenuProps {
  view: ListView
  counts: Counts | null
  onShow: (show: Show) => void
  onUptime: (range: UptimeRange | null) => void
}

/** The filters of a narrow screen behind one button. */
function ViewMenu({ view: { show, uptime }, counts, onShow, onUptime }: ViewMenuProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [uptimeAnchor, setUptimeAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <FilterMenu
        choices={shows}
        value={show}
        textOf={(choice) => t(`show.${choice}`)}
        countOf={(choice) => counts && <Count value={counts[choice]} formats={formats} />}
        active={show !== 'all' || uptime !== null}
        onChoose={onShow}
        more={(close) => (
          <MenuItem
            aria-haspopup="dialog"
            selected={uptime !== null}
            onClick={() => setUptimeAnchor(close())}
          >
            {t('column.uptime')}
            {uptime === null ? null : (
              <Typography component="span" color="textSecondary" dir="ltr" sx={{ marginInlineStart: 'auto' }}>
                {uptimeRangeText(uptime, formats)}
              </Typography>
            )}
          </MenuItem>
        )}
      />
      <UptimeChoice
        range={uptime}
        anchor={uptimeAnchor}
        onRange={onUptime}
        onClose={() => setUptimeAnchor(null)}
      />
    </>
  )
}
