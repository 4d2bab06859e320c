import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { type ListView, type SortKey, sortKeys } from './list-search.ts'

interface Props {
  view: ListView
  onSort: (sort: SortKey) => void
}

const Line = styled('div')(({ theme }) => ({
  ...theme.typography.tableHead,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 32,
  padding: '0 4px 0 16px',
  [theme.breakpoints.up('sm')]: { padding: '0 12px 0 24px' },
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.sunken,
  borderBlock: `1px solid ${theme.vars.palette.divider}`,
}))

/** The line above the cards: what is listed, and by what it is sorted. */
export const CardsHead = memo(function CardsHead({ view, onSort }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <Line>
      {t(`list.heading.${view.show}`)}
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('list.sortedBy', { column: t(`column.${view.sort}`) })}
        endIcon={view.desc ? <ArrowDownwardRounded /> : <ArrowUpwardRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 32, fontSize: '0.75rem' }}
      >
        {t(`column.${view.sort}`)}
      </Button>
      <LazyMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
        {sortKeys.map((sort) => (
          <MenuItem
            key={sort}
            role="menuitemradio"
            aria-checked={sort === view.sort}
            selected={sort === view.sort}
            onClick={() => {
              setAnchor(null)
              onSort(sort)
            }}
          >
            {t(`column.${sort}`)}
          </MenuItem>
        ))}
      </LazyMenu>
    </Line>
  )
})
