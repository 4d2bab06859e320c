import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { CardsHeadLine } from '../../ui/table/cards-head-line.ts'
import { type BridgesView, sortedBy, sortKeys } from './bridges-search.ts'

interface Props {
  /** What the cards below it are. */
  heading: string
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** The line above the cards: what is listed, and by what it is sorted. */
export function BridgesCardsHead({ heading, view, onView }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { id, desc } = view.sort
  return (
    <CardsHeadLine>
      {heading}
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={tell('list.sortedBy', { column: t(`column.${id}`) })}
        endIcon={desc ? <ArrowDownwardRounded /> : <ArrowUpwardRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 32, fontSize: '0.75rem' }}
      >
        {t(`column.${id}`)}
      </Button>
      <LazyMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
        {sortKeys.map((sort) => (
          <MenuItem
            key={sort}
            role="menuitemradio"
            aria-checked={sort === id}
            selected={sort === id}
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
}
