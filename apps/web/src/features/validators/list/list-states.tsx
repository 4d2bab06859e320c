import FilterListRounded from '@mui/icons-material/FilterListRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { ColumnChoice } from '../../../data/services/table-columns.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { CardsSkeleton } from '../../../ui/table/cards.tsx'
import { TableSkeleton } from '../../../ui/table/table-frame.tsx'
import { useLetterScale } from '../../../ui/use-measured.ts'
import { type ColumnId, ListFrame } from './columns.ts'
import type { ListView } from './list-view.ts'
import { cardHeight, ListCardsHead } from './validator-cards.tsx'
import { useValidatorsTable } from './validators-table.tsx'

interface EmptyProps {
  /** Why there is no row: not followed at all, nothing known yet, or nothing passes the filter. */
  reason: 'not-followed' | 'nothing-yet' | 'filtered' | 'unknown'
  network: string
  view: ListView
  onClear: () => void
}

/** In place of rows that are not there. */
export function ListEmpty({ reason, network, view, onClear }: EmptyProps) {
  const { t } = useTranslation('list')
  const { t: tCommon } = useTranslation()
  if (reason === 'not-followed')
    return (
      <EmptyState icon={VisibilityOffOutlined} title={t('notFollowedTitle', { network })}>
        {t('notFollowed')}
      </EmptyState>
    )
  if (reason === 'nothing-yet')
    return (
      <EmptyState icon={HourglassTopRounded} title={t('nothingYetTitle')}>
        {t('nothingYet', { network })}
      </EmptyState>
    )
  if (reason === 'unknown' && view.q === '' && view.uptime === null)
    return (
      <EmptyState
        icon={HelpOutlineRounded}
        title={t('unknown', { state: tCommon(`show.${view.show}`) })}
        actions={<Button onClick={onClear}>{tCommon('list.showAll')}</Button>}
      >
        {tCommon('list.notReported', { network, columns: tCommon(`show.${view.show}`) })}
      </EmptyState>
    )
  if (view.q === '')
    return (
      <EmptyState
        icon={FilterListRounded}
        title={view.uptime === null ? t(`none.${view.show}`) : t('noneUptime')}
        actions={<Button onClick={onClear}>{tCommon('list.showAll')}</Button>}
      >
        {view.show === 'mine' && view.uptime === null ? t('mineHint') : t('noneHint', { network })}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SearchRounded}
      title={t('noMatch', { text: view.q })}
      actions={<Button onClick={onClear}>{tCommon('list.clear')}</Button>}
    >
      {t('noMatchHint')}
    </EmptyState>
  )
}

/** As many as a tall screen holds, so that the footer does not move when the rows come: 1,300 px, or 1,600 of cards. */
const nameWidths = Array.from({ length: 36 }, (_, i) => 84 + ((i * 37) % 61))
const ofCards = nameWidths.slice(0, 20)
const nothing = () => undefined
const none = new Set<number>()
const context = { unit: null, staleAge: null, unseenBlocks: 0, halted: false }

interface Props {
  cards: boolean
  choice: ColumnChoice<ColumnId>
  view: ListView
  onView: (view: ListView) => void
}

/** The list in the exact shape of what comes, under its real heads. */
export function ListSkeleton({ cards, choice, view, onView }: Props) {
  const { t } = useTranslation()
  const scale = useLetterScale()
  const { table } = useValidatorsTable({
    all: [],
    view,
    choice,
    context,
    onView,
    mine: none,
    open: none,
    onMenu: nothing,
    onToggle: nothing,
  })
  if (cards)
    return (
      <Box sx={{ mx: { xs: -4, sm: -6 } }}>
        <ListCardsHead
          terms={null}
          heading={t(`list.heading.${view.show}`)}
          view={view}
          sorting={view.sort}
          onView={onView}
        />
        <CardsSkeleton
          label={t('list.loading')}
          cards={ofCards}
          height={cardHeight(scale)}
          line={{ width: 239, height: 8, gap: 4 }}
        />
      </Box>
    )
  return (
    <ListFrame variant="outlined" sx={{ overflow: 'clip' }}>
      <TableSkeleton
        table={table}
        label={t('list.loading')}
        rows={nameWidths}
        barOf={(id, name) =>
          id === 'more' || id === 'favourite'
            ? null
            : { height: id === 'blocks' ? 8 : 12, width: barWidth(id, name) }
        }
      />
    </ListFrame>
  )
}

function barWidth(id: string, name: number): number {
  if (id === 'moniker') return name + 34
  if (id === 'blocks') return 239
  if (id === 'state') return 84
  return id === 'rank' ? 16 : 44
}
