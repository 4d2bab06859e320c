import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from '../lazy-menu.tsx'
import { CardsHeadLine } from './cards-head-line.ts'

interface Props<K extends string> {
  /** What the cards below it are. */
  heading: string
  sorts: readonly K[]
  sort: { id: K; desc: boolean }
  textOf: (sort: K) => string
  onSort: (sort: K) => void
}

/** The line above the cards: what is listed, and by what it is sorted. */
export function CardsHead<K extends string>({ heading, sorts, sort, textOf, onSort }: Props<K>) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { id, desc } = sort
  return (
    <CardsHeadLine>
      {heading}
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('list.sortedBy', { column: textOf(id) })}
        endIcon={desc ? <ArrowDownwardRounded /> : <ArrowUpwardRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 32, fontSize: '0.75rem' }}
      >
        {textOf(id)}
      </Button>
      <LazyMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
        {sorts.map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={one === id}
            selected={one === id}
            onClick={() => {
              setAnchor(null)
              onSort(one)
            }}
          >
            {textOf(one)}
          </MenuItem>
        ))}
      </LazyMenu>
    </CardsHeadLine>
  )
}
