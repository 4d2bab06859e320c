import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { memo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../../ui/known.tsx'
import { Cards, CardsHead } from '../../ui/table/cards.tsx'
import type { GroupHead } from '../../ui/table/grouped-rows.ts'
import { useLetterScale } from '../../ui/use-measured.ts'
import { BridgeCell } from './bridge-cells.tsx'
import type { ColumnId } from './bridge-columns.ts'
import type { RowContext } from './bridge-rows.ts'
import { type BridgesView, sortedBy, sortKeys } from './bridges-view.ts'
import { MoreButton } from './row-menu.tsx'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  entries: readonly (Bridge | GroupHead)[]
  context: RowContext
  /** Something in the list has the focus. */
  onInteraction: (held: boolean) => void
  onMenu: (row: Bridge, anchor: HTMLElement) => void
}

/** The bridges below 900 px; the sort stands above them. */
export function BridgeCards({ entries, context, onInteraction, onMenu }: Props) {
  const { t } = useTranslation('bridges')
  const scale = useLetterScale()
  return (
    <Cards entries={entries} label={t('title')} height={cardHeight(scale)} onInteraction={onInteraction}>
      {(row) => <BridgeCard row={row} context={context} scale={scale} onMenu={onMenu} />}
    </Cards>
  )
}

interface BridgesCardsHeadProps {
  /** What the cards below it are. */
  heading: string
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** The line above the cards of bridges. */
export function BridgesCardsHead({ heading, view, onView }: BridgesCardsHeadProps) {
  const { t } = useTranslation('bridges')
  return (
    <CardsHead
      heading={heading}
      sorts={sortKeys}
      sort={view.sort}
      textOf={(sort) => t(`column.${sort}`)}
      onSort={(sort) => onView(sortedBy(view, sort))}
    />
  )
}

interface BridgeCardProps {
  row: Bridge
  context: RowContext
  /** How many times as large as usual letters are. */
  scale: number
  onMenu: (row: Bridge, anchor: HTMLElement) => void
}

/** From letters so many times as large as usual on, each line may take two. */
const ownLines = 1.5

/** Px of a card, given how many times as large as usual letters are. */
export function cardHeight(scale: number): number {
  return (scale < ownLines ? 78 : 132) * scale
}

const Card = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 4,
  padding: '0 16px',
  [theme.breakpoints.up('sm')]: { padding: '0 24px' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
}))
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 12,
  minWidth: 0,
  '& > :first-of-type': { flex: '1 1 0', minWidth: 'min(140px, 100%)' },
})
/** The button is as large as a finger, and takes no more room than its sign does. */
const End = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 0,
  marginBlock: -8,
  marginInlineEnd: -11,
})
const Facts = styled('div')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: 14,
  '& > span': { display: 'inline-flex', gap: 4, whiteSpace: 'nowrap' },
  '& > span > i': { fontStyle: 'normal', color: theme.vars.palette.text.secondary },
}))

/** What stands below the state on a narrow screen: how high, how far behind, how old. */
const facts = ['height', 'lag', 'update'] as const satisfies readonly ColumnId[]

/** A bridge on a narrow screen: name and state, then peer id and its figures. */
const BridgeCard = memo(function BridgeCard({ row, context, scale, onMenu }: BridgeCardProps) {
  const { t } = useTranslation('bridges')
  return (
    <Card style={{ height: cardHeight(scale) }}>
      <Line>
        <BridgeCell id="name" row={row} context={context} />
        <End>
          <BridgeCell id="sync" row={row} context={context} />
          <MoreButton row={row} onMenu={onMenu} tabIndex={0} />
        </End>
      </Line>
      <Facts>
        {facts.map((id) => (
          <span key={id}>
            {id === 'height' ? (
              <VisuallyHidden>{t('column.height')} </VisuallyHidden>
            ) : (
              <i>{t(`column.${id}`)}</i>
            )}
            <BridgeCell id={id} row={row} context={context} />
          </span>
        ))}
      </Facts>
    </Card>
  )
})
