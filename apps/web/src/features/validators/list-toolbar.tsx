import Box from '@mui/material/Box'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnChoice } from '../../data/column-choice.ts'
import type { ColumnId } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type ListView, type Show, withShow } from './list-search.ts'
import { SearchBox } from '../../ui/search-box.tsx'
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
  return (
    <Box
      role="search"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: cards ? 2 : 4,
        mb: 3,
      }}
    >
      <SearchBox label={t('list.search')} value={view.q} onChange={(q) => onView({ ...view, q })} />
      {cards ? (
        <ViewMenu show={view.show} counts={counts} onShow={onShow} />
      ) : (
        <>
          <FilterChips show={view.show} counts={counts} onShow={onShow} />
          <Box sx={{ marginInlineStart: 'auto', flex: 'none' }}>
            <ColumnsMenu choice={choice} onChange={onChoice} />
          </Box>
        </>
      )}
    </Box>
  )
})
