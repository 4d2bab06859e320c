import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Box from '@mui/material/Box'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, type ListWidth, stripBlocks } from './columns.ts'
import { type ListView, type SortKey, startsDescending } from './list-search.ts'
import { SortButton } from './table-parts.ts'

interface Props {
  columns: readonly Column[]
  width: ListWidth
  view: ListView
  onSort: (sort: SortKey) => void
}

export const TableHead = memo(function TableHead({ columns, width, view, onSort }: Props) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ id, align, sort }) => {
          const sorted = sort !== null && sort === view.sort
          const label =
            id === 'blocks'
              ? t('column.blocks', { count: stripBlocks(width) })
              : id === 'rank'
                ? t('column.rankShort')
                : t(`column.${id}`)
          return (
            <th
              key={id}
              scope="col"
              data-align={align}
              {...(sort === null
                ? {}
                : { 'aria-sort': sorted ? (view.desc ? 'descending' : 'ascending') : ('none' as const) })}
            >
              {sort !== null ? (
                <SortButton type="button" title={t(`column.${id}`)} onClick={() => onSort(sort)}>
                  {align === 'end' ? <Arrow down={sorted ? view.desc : startsDescending(sort)} /> : null}
                  {label}
                  {align === 'start' ? <Arrow down={sorted ? view.desc : startsDescending(sort)} /> : null}
                </SortButton>
              ) : id === 'blocks' ? (
                <Box
                  component="span"
                  sx={{
                    display: 'flex',
                    direction: 'ltr',
                    justifyContent: 'space-between',
                    width: width === 'wide' ? 239 : 119,
                  }}
                >
                  <span dir="auto">{label}</span>
                  <span aria-hidden>{width === 'wide' ? t('column.now') : null}</span>
                </Box>
              ) : (
                <Box component="span" sx={hidden}>
                  {label}
                </Box>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
})

const hidden = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }

function Arrow({ down }: { down: boolean }) {
  return down ? <ArrowDownwardRounded aria-hidden /> : <ArrowUpwardRounded aria-hidden />
}
