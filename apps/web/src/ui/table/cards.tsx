import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { AnchoredMenu, MenuItem } from '../controls/menu.tsx'
import { late } from '../page/empty-state.tsx'
import { useLetterScale } from '../use-measured.ts'
import { type GroupHead, groupHeight, isGroupHead, withoutHeads } from './grouped-rows.ts'
import { useEveryRow, useWindowRows } from './window-rows.ts'
import { styled } from '../theme/styled.tsx'

/** The list of cards that stands for a table on a narrow screen; `data-group`: heads between them. */
const CardList = styled('ul')(({ theme }) => ({
  position: 'relative',
  boxSizing: 'border-box',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li[data-group]': {
    ...theme.typography.tableHead,
    boxSizing: 'border-box',
    minHeight: `max(${groupHeight}px, ${groupHeight / 16}rem)`,
    display: 'flex',
    alignItems: 'center',
    paddingInline: 16,
    [theme.breakpoints.up('sm')]: { paddingInline: 24 },
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.sunken,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
}))

interface CardsProps<R extends { id: number }> {
  entries: readonly (R | GroupHead)[]
  /** What the list is called. */
  label: string
  /** Px of a card, with letters as large as they are; of one that is measured, before it is. */
  height: number
  /** Which cards are measured, since what stands in them differs; one that no longer is has its height forgotten. */
  isMeasured?: (row: R) => boolean
  /** Something in the list has the focus. */
  onInteraction: (held: boolean) => void
  /** A card. */
  children: (row: R) => ReactNode
}

/** A table on a narrow screen: a card for each row, of which those near the screen are drawn. */
export function Cards<R extends { id: number }>(props: CardsProps<R>) {
  const { entries, label, height, isMeasured = () => false, onInteraction, children } = props
  const list = useRef<HTMLUListElement>(null)
  const every = useEveryRow()
  const scale = useLetterScale()
  const near = useWindowRows(list, {
    count: entries.length,
    size: (at) => (entries[at] && isGroupHead(entries[at]) ? groupHeight * scale : height),
    keyOf(at) {
      const entry = entries[at]
      if (!entry) return at
      return !isGroupHead(entry) && isMeasured(entry) ? `${entry.id} measured` : entry.id
    },
    spare: 5,
  })
  const rows = withoutHeads(entries)
  const drawn = every ? entries.map((_entry, at) => at) : near.items.map(({ index }) => index)
  return (
    <CardList
      ref={list}
      aria-label={label}
      style={every ? undefined : { paddingTop: near.before, paddingBottom: near.after }}
      onFocus={() => onInteraction(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onInteraction(false)
      }}
    >
      {drawn.map((at) => {
        const entry = entries[at]
        if (!entry) return null
        if (isGroupHead(entry))
          return (
            <li key={entry.id} data-group="">
              {entry.group}
            </li>
          )
        return (
          <li
            key={entry.id}
            data-row={entry.id}
            {...(isMeasured(entry) ? { ref: near.measure, 'data-index': at } : {})}
            aria-setsize={rows.length}
            aria-posinset={rows.indexOf(entry) + 1}
          >
            {children(entry)}
          </li>
        )
      })}
    </CardList>
  )
}

/** The line above the cards that stand for a table on a narrow screen. */
const CardsHeadLine = styled('div')(({ theme }) => ({
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

interface CardsHeadProps<K extends string> {
  /** What the cards below it are. */
  heading: string
  /** Beside the heading. */
  beside?: ReactNode
  sorts: readonly K[]
  sort: { id: K; desc: boolean }
  textOf: (sort: K) => string
  onSort: (sort: K) => void
}

/** The line above the cards: what is listed, and by what it is sorted. */
export function CardsHead<K extends string>(props: CardsHeadProps<K>) {
  const { heading, beside, sorts, sort, textOf, onSort } = props
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { id, desc } = sort
  return (
    <CardsHeadLine>
      <span>
        {heading}
        {beside}
      </span>
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
      <AnchoredMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
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
      </AnchoredMenu>
    </CardsHeadLine>
  )
}

const Frame = styled('div')(late)
const Card = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  padding: '16px 16px 0',
  [theme.breakpoints.up('sm')]: { padding: '16px 24px 0' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

interface CardsSkeletonProps {
  label: string
  /** A number of each card, by which the names on cards differ in length. */
  cards: readonly number[]
  /** Px of a card. */
  height: number
  /** Below the name: px, and the gap above it in units of the theme. */
  line: { width: number; height: number; gap: number }
}

/** The cards of a narrow screen in the shape of what comes. */
export function CardsSkeleton({ label, cards, height, line }: CardsSkeletonProps) {
  return (
    <Frame role="status" aria-label={label}>
      {cards.map((name) => (
        <Card key={name} style={{ height }}>
          <Skeleton width={name + 40} height={16} sx={{ mb: line.gap }} />
          <Skeleton width={line.width} height={line.height} sx={{ maxWidth: '100%' }} />
        </Card>
      ))}
    </Frame>
  )
}
