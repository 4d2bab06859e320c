import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Button from '@mui/material/Button'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { CardsHeadLine } from '../../ui/table/cards-head-line.ts'
import { knownSorts, type ListView, sortedBy, sortKeys } from './list-search.ts'

interface Props {
  /** What the cards below it are. */
  heading: string
  view: ListView
  /** What the cards are sorted by, which is not what was asked for where nothing of it is known. */
  sorting: readonly { id: string; desc: boolean }[]
  onView: (view: ListView) => void
}

/** The line above the cards: what is listed, and by what it is sorted. */
export const CardsHead = memo(function CardsHead({ heading, view, sorting, onView }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [first = { id: 'tokens', desc: true } as const] = knownSorts(sorting)
  return (
    <CardsHeadLine>
      {heading}
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('list.sortedBy', { column: t(`column.${first.id}`) })}
        endIcon={first.desc ? <ArrowDownwardRounded /> : <ArrowUpwardRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 32, fontSize: '0.75rem' }}
      >
        {t(`column.${first.id}`)}
      </Button>
      <LazyMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
        {sortKeys.map((sort) => (
          <MenuItem
            key={sort}
            role="menuitemradio"
            aria-checked={sort === first.id}
            selected={sort === first.id}
            onClick={() => {
              setAnchor(null)
              onView(sortedBy(view, sort))
            }}
          >
            {t(`column.${sort}`)}
          </MenuItem>
        ))}
      </LazyMenu>
    </CardsHeadLine>
  )
})
