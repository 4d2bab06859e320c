import Box from '@mui/material/Box'
import { stateOf } from '@roundsman/contract/networks/validator-state'
import type { Validator } from '@roundsman/contract/networks/validators'
import { memo, type ReactNode } from 'react'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ValidatorLink } from '../../../parts/validator-cells.tsx'
import { StateCell } from '../../../parts/validator-state.tsx'
import type { useExplained } from '../../../ui/controls/explained.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { Cards, CardsHead } from '../../../ui/table/cards.tsx'
import type { GroupHead } from '../../../ui/table/grouped-rows.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { useLetterScale } from '../../../ui/use-measured.ts'
import { TermsButton, TermsPanel } from './list-terms.tsx'
import { knownSorts, type ListView, sortedBy, sortKeys } from './list-view.ts'
import { OpenStrip, RowStrip } from './row-strip.tsx'
import { type FigureColumn, FigureText, figureOf, type RowContext } from './row-figures.tsx'
import { MoreButton, RowStar } from './row-menu.tsx'

interface Props {
  entries: readonly (Validator | GroupHead)[]
  context: RowContext
  sorting: readonly { id: string }[]
  /** Ids of the rows that are open. */
  open: ReadonlySet<number>
  renderOpen: (row: Validator) => ReactNode
  onMenu: (row: Validator, anchor: HTMLElement) => void
  onToggle: (row: Validator) => void
  /** Something in the list has the focus. */
  onInteraction: (held: boolean) => void
}

/** The list below 900 px; the sort stands above it. */
export function ValidatorCards(props: Props) {
  const { entries, context, sorting, open, renderOpen, onMenu, onToggle, onInteraction } = props
  const { t } = useTranslation()
  const scale = useLetterScale()
  const second = cardFigure(sorting)
  return (
    <Cards
      entries={entries}
      label={t('list.title')}
      height={cardHeight(scale)}
      isMeasured={({ id }) => open.has(id)}
      onInteraction={onInteraction}
    >
      {(row) => (
        <>
          <ValidatorCard
            row={row}
            isOpen={open.has(row.id)}
            onMenu={onMenu}
            onToggle={onToggle}
            second={second}
            scale={scale}
            {...context}
          />
          {open.has(row.id) ? renderOpen(row) : null}
        </>
      )}
    </Cards>
  )
}

interface ListCardsHeadProps {
  /** What the cards below it are. */
  heading: string
  /** What the words of the list mean; null: there is no list yet. */
  terms: ReturnType<typeof useExplained> | null
  view: ListView
  /** What the cards are sorted by, which is not what was asked for where nothing of it is known. */
  sorting: readonly { id: string; desc: boolean }[]
  onView: (view: ListView) => void
}

/** The line above the cards of validators. */
export const ListCardsHead = memo(function ListCardsHead({
  heading,
  terms,
  view,
  sorting,
  onView,
}: ListCardsHeadProps) {
  const { t } = useTranslation()
  const [first = { id: 'tokens', desc: true } as const] = knownSorts(sorting)
  return (
    <>
      <CardsHead
        heading={heading}
        // Here, since the foot is below a hundred cards.
        beside={terms === null ? null : <TermsButton terms={terms} />}
        sorts={sortKeys}
        sort={first}
        textOf={(sort) => t(`column.${sort}`)}
        onSort={(sort) => onView(sortedBy(view, sort))}
      />
      {terms === null ? null : (
        <Box sx={{ px: { xs: 4, sm: 6 } }}>
          <TermsPanel {...terms.panel} />
        </Box>
      )}
    </>
  )
})

const figures = ['rank', 'missed', 'tokens', 'share', 'commission'] as const satisfies readonly FigureColumn[]

/**
 * The figure of a card below its uptime: what the cards are sorted by, unless a card shows that anyway (name, state,
 * uptime); then the tokens.
 */
function cardFigure(sorting: readonly { id: string }[]): FigureColumn {
  return figures.find((id) => id === sorting[0]?.id) ?? 'tokens'
}

interface ValidatorCardProps extends RowContext {
  row: Validator
  /** The figure below the uptime. */
  second: FigureColumn
  /** How many times as large as usual letters are. */
  scale: number
  isOpen: boolean
  onMenu: (row: Validator, anchor: HTMLElement) => void
  onToggle: (row: Validator) => void
}

/** From letters so many times as large as usual on, name and state have a line each. */
const ownLines = 1.5

/** Px of a card, given how many times as large as usual letters are. */
export function cardHeight(scale: number): number {
  return (scale < ownLines ? 82 : 106) * scale
}

const Card = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  padding: '0 4px 2px 16px',
  [theme.breakpoints.up('sm')]: { padding: '0 12px 2px 24px' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&[data-own-lines] > div:first-of-type': { flexDirection: 'column', alignItems: 'stretch', gap: 0 },
  '&[data-own-lines] > div:first-of-type > div': { justifyContent: 'space-between', maxWidth: 'none' },
  '& [data-emphasis]': { minWidth: 0 },
  // The time to jail stands below its word, so that neither it nor the name is cut (P842).
  '& [data-mark] > span': { whiteSpace: 'normal', textWrap: 'balance' },
  '& [data-line]': { display: 'block' },
  '& [data-line] + [data-dot]': { display: 'none' },
  // At 320 px the strip gives way.
  '& canvas[role="img"]': { flexShrink: 1, minWidth: 0 },
}))
const Line = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 })
/** The name gives way to the state, but not all of it: a state of nobody says nothing. */
const Start = styled('span')({ display: 'flex', alignItems: 'center', flexShrink: 99, minWidth: 132 })
const End = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  flex: 'none',
  maxWidth: '52%',
  '& > button': { flex: 'none' },
})
const Figures = styled('div')(({ theme }) => ({
  textAlign: 'end',
  lineHeight: '1.0625rem',
  fontVariantNumeric: 'tabular-nums',
  paddingInlineEnd: 12,
  '& > div + div': { fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}))

/** A validator on a narrow screen: name and state, then the strip and its two figures. */
const ValidatorCard = memo(function ValidatorCard({
  row,
  second,
  scale,
  unit,
  staleAge,
  halted,
  isOpen,
  onMenu,
  onToggle,
}: ValidatorCardProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <Card style={{ height: cardHeight(scale) }} data-own-lines={scale < ownLines ? undefined : ''}>
      <Line>
        <Start>
          <RowStar row={row} />
          <ValidatorLink row={row} />
        </Start>
        <End>
          <StateCell state={stateOf(row)} staleAge={staleAge} halted={halted} lines />
          <MoreButton row={row} onMenu={onMenu} />
        </End>
      </Line>
      <Line>
        <OpenStrip row={row} isOpen={isOpen} tabIndex={0} onToggle={onToggle}>
          <RowStrip row={row} context={{ staleAge }} />
        </OpenStrip>
        <Figures>
          <div>
            <VisuallyHidden>{t('column.uptime')} </VisuallyHidden>
            <FigureText {...figureOf('uptime', row, formats, { unit, halted })} />
          </div>
          <div>
            <VisuallyHidden>{t(`column.${second}`)} </VisuallyHidden>
            {second === 'rank' ? '#' : null}
            <FigureText {...figureOf(second, row, formats, { unit, halted })} tone="quiet" />
          </div>
        </Figures>
      </Line>
    </Card>
  )
})
