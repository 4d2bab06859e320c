import Box from '@mui/material/Box'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnChoice } from '../../data/column-choice.ts'
import type { ColumnId } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type ListView, type Show, withShow } from './list-search.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { UptimeFilter } from './uptime-filter.tsx'
import type { UptimeRange } from './uptime-range.ts'
import type { Counts } from './validator-filter.ts'
import { ViewMenu } from './view-menu.tsx'

interface Props {
  view: ListView
  counts: Counts | null
  cards: boolean
  choice: ColumnChoice<ColumnId>
  onChoice: (choice: ColumnChoice<ColumnId>) => void
  onView: (view: ListView) => void
}

/** Search, filters and columns. */
export const ListToolbar = memo(function ListToolbar({
  view,
  counts,
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
        <ViewMenu view={view} counts={counts} onShow={onShow} onUptime={onUptime} />
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
