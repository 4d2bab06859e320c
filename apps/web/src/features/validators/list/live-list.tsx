import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { shownLetters, type Validator, type ValidatorsList } from '@roundsman/contract/networks/validators'
import type { Participation } from '@roundsman/contract/governance/governance'
import type { TFunction } from 'i18next'
import { memo, type RefObject, Suspense, use, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { NetworkHealth } from '../../../data/network/network-health.ts'
import { type BlockTimes, blockTimesOf } from '../../../data/network/streamed-blocks.ts'
import { participationKey, validatorsKey } from '../../../data/network/validators.ts'
import { useServices } from '../../../data/services/services.ts'
import type { ColumnChoice } from '../../../data/services/table-columns.ts'
import { type Formats, useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SilenceDialog } from '../../../parts/silences/silence-button.tsx'
import { useExplained } from '../../../ui/controls/explained.tsx'
import { createDrawnStrips, DrawnStripsContext } from '../../../ui/strip/drawn-strips.tsx'
import { stripLabel } from '../../../ui/strip/strip.tsx'
import { StripCursor } from '../../../ui/strip/strip-cursor.tsx'
import StripLegend from '../../../ui/strip/strip-legend.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useGroupedRows } from '../../../ui/table/grouped-rows.ts'
import { later } from '../../../ui/later.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { useLetterScale } from '../../../ui/use-measured.ts'
import { type ColumnId, ListFrame } from './columns.ts'
import { countByShow, FavouritesContext, type UnknownColumn, unknownColumns } from './list-rows.ts'
import { ListEmpty } from './list-states.tsx'
import { ListTerms } from './list-terms.tsx'
import type { ListView } from './list-view.ts'
import { cellText, type RowContext, rowContextOf, sameRowContext } from './row-figures.tsx'
import { RowMenu } from './row-menu.tsx'
import { ListCardsHead, ValidatorCards } from './validator-cards.tsx'
import { useValidatorsTable } from './validators-table.tsx'

const RowBlocks = later(async () => (await import('./row-blocks.tsx')).RowBlocks)

interface Props {
  data: ValidatorsList
  /** Its rows beside their letters. */
  settled: readonly Validator[]
  health: NetworkHealth | null
  view: ListView
  isCards: boolean
  choice: ColumnChoice<ColumnId>
  onView: (view: ListView) => void
  onCopy: (text: string) => void
  /** Is given the rows as shown, to be saved. */
  shownRef: RefObject<readonly Validator[]>
}

interface OpenMenu {
  row: Validator
  anchor: HTMLElement
}

/** Px that a row which is open has below it, at least. */
const openHeight = 168

/** Px of a row with letters of the usual size, as its sheet says (table-frame.tsx). */
const rowHeight = 36

/** The rows as they live, in the form that fits the screen, with the legend below. A block draws their strips alone. */
export function LiveList({ data, settled, health, view, ...rest }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { network, queries, serverTime } = useServices()
  const context = useKept(rowContextOf(data.status, health), sameRowContext)
  const { unseenBlocks } = context
  const strips = useMemo(() => createDrawnStrips(shownLetters, (letters) => stripLabel(letters, t)), [t])
  // Before the screen is painted: what is drawn is of the same block as the figures.
  useLayoutEffect(() => {
    const unseen = '-'.repeat(unseenBlocks)
    strips.show(new Map(data.validators.map((row) => [row.id, row.recent_signatures + unseen])))
  }, [strips, data.validators, unseenBlocks])
  const describe = (row: string, back: number) =>
    blockLabel(
      {
        list: data,
        times: blockTimesOf(queries, network.blockchain_id),
        unseen: context.unseenBlocks,
        now: serverTime.now(),
      },
      { row, back },
      t,
      formats,
    )
  return (
    <DrawnStripsContext value={strips}>
      <StripCursor describe={describe}>
        <ListRows
          {...rest}
          view={view}
          all={settled}
          // That is the one filter that letters decide.
          tested={view.show === 'missedLast' ? data.validators : settled}
          context={context}
          signedBlocksWindow={data.status.signed_blocks_window}
        />
      </StripCursor>
    </DrawnStripsContext>
  )
}

interface ListRowsProps
  extends Pick<Props, 'view' | 'isCards' | 'choice' | 'onView' | 'onCopy' | 'shownRef'> {
  all: readonly Validator[]
  tested: readonly Validator[]
  context: RowContext
  /** Of the network. */
  signedBlocksWindow: number | null
}

const ListRows = memo(function ListRows(props: ListRowsProps) {
  const { all, tested, context, signedBlocksWindow, view, isCards, choice, onView, onCopy, shownRef } = props
  const { t } = useTranslation()
  const { t: tList } = useTranslation('list')
  const formats = useFormats()
  const { network, queries, serverTime } = useServices()
  const scale = useLetterScale()
  const [held, setHeld] = useState(false)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const terms = useExplained()
  const [silencing, setSilencing] = useState<Validator | null>(null)
  const onMenu = useCallback((row: Validator, anchor: HTMLElement) => setMenu({ row, anchor }), [])
  const [open, onToggle] = useOpenRows()
  const renderOpen = useCallback(
    (row: Validator) => (
      <Suspense fallback={<Skeleton variant="rectangular" height={openHeight} />}>
        <RowBlocks row={row} onClose={onToggle} />
      </Suspense>
    ),
    [onToggle],
  )
  const { ids: mine } = use(FavouritesContext)
  const { table, rows: passing } = useValidatorsTable({
    all,
    tested,
    view,
    choice,
    context,
    mine,
    open,
    onView,
    onMenu,
    onToggle,
  })
  const heads = {
    mine: { id: 'mine', group: t('list.heading.mine') },
    others: { id: 'others', group: t(`list.heading.${view.show}`) },
  }
  const { entries, rows, waiting, cards } = useGroupedRows({
    passing,
    every: table.getRowModel().rows,
    heads,
    shownRef,
    isMine: view.show === 'mine' ? null : ({ id }) => mine.has(id),
    heading: heads.others.group,
    held: held || menu !== null,
    key: JSON.stringify(view),
  })
  const newest = (row: Validator) =>
    queries
      .getQueryData<ValidatorsList>(validatorsKey(network.blockchain_id))
      ?.validators.find(({ id }) => id === row.id) ?? row
  const textOf = (row: Validator, id: string) =>
    cellText(
      newest(row),
      id,
      {
        context,
        now: serverTime.now(),
        participation: queries.getQueryData<Participation>(participationKey(network.blockchain_id)) ?? null,
        tList,
      },
      t,
      formats,
    )
  const unknown = useKept(unknownColumns(all), sameColumns)
  const empty =
    rows.length > 0 ? null : (
      <ListEmpty
        reason={countByShow(tested, mine)[view.show] === null ? 'unknown' : 'filtered'}
        network={network.name}
        view={view}
        onClear={() => onView({ ...view, q: '', show: 'all', uptime: null })}
      />
    )

  return (
    <>
      {isCards ? (
        <Box sx={{ mx: { xs: -4, sm: -6 } }}>
          <ListCardsHead
            heading={cards.heading}
            terms={terms}
            view={view}
            sorting={table.state.sorting}
            onView={onView}
          />
          {empty ?? (
            <ValidatorCards
              entries={cards.entries}
              context={context}
              sorting={table.state.sorting}
              open={open}
              renderOpen={renderOpen}
              onMenu={onMenu}
              onToggle={onToggle}
              onInteraction={setHeld}
            />
          )}
        </Box>
      ) : (
        <ListFrame variant="outlined">
          {empty ?? (
            <DataTable
              table={table}
              rows={entries}
              label={t('list.title')}
              rowHeight={rowHeight * scale}
              textOf={textOf}
              old={context.staleAge !== null}
              renderOpen={renderOpen}
              onInteraction={setHeld}
            />
          )}
        </ListFrame>
      )}
      <ListFoot
        terms={isCards ? null : terms}
        rows={rows.length}
        total={all.length}
        signedBlocksWindow={signedBlocksWindow}
        waiting={waiting}
        unknown={unknown}
      />
      {menu === null ? null : (
        <RowMenu
          {...menu}
          isOpen={open.has(menu.row.id)}
          onToggle={onToggle}
          onCopy={onCopy}
          onSilence={setSilencing}
          onClose={() => setMenu(null)}
        />
      )}
      {silencing === null ? null : (
        <SilenceDialog target={{ validator: silencing.id }} onClose={() => setSilencing(null)} />
      )}
    </>
  )
})

interface ListFootProps {
  /** What the words of the list mean; null: that stands at its head. */
  terms: ReturnType<typeof useExplained> | null
  rows: number
  total: number
  /** Of the network. */
  signedBlocksWindow: number | null
  waiting: boolean
  unknown: readonly UnknownColumn[]
}

function sameColumns(a: readonly UnknownColumn[], b: readonly UnknownColumn[]): boolean {
  return a.join() === b.join()
}

/** Below the rows: what the strip means, how many there are, and why a column is empty. */
const ListFoot = memo(function ListFoot(props: ListFootProps) {
  const { terms, rows, total, signedBlocksWindow, waiting, unknown } = props
  const { t } = useTranslation()
  const formats = useFormats()
  const { network } = useServices()
  const parts = [
    waiting && t('list.orderWaits'),
    t('list.shown', { shown: formats.integer(rows), count: total, value: formats.integer(total) }),
    signedBlocksWindow !== null &&
      t('list.window', { count: signedBlocksWindow, value: formats.integer(signedBlocksWindow) }),
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, mt: 3 }}>
      <StripLegend />
      <Typography variant="caption" color="textSecondary">
        {parts.filter((part) => part !== false).join(' · ')}
      </Typography>
      {terms === null ? null : (
        <Box sx={{ flexBasis: '100%' }}>
          <ListTerms terms={terms} />
        </Box>
      )}
      {unknown.length > 0 ? (
        <Typography variant="caption" color="textSecondary" sx={{ flexBasis: '100%' }}>
          {t('list.notReported', {
            network: network.name,
            columns: unknown.map((id) => (id === 'jailed' ? t('show.jailed') : t(`column.${id}`))).join(', '),
          })}
        </Typography>
      ) : null}
    </Box>
  )
})

interface Known {
  list: ValidatorsList
  times: BlockTimes
  /** Blocks that passed unseen since the letters were last true. */
  unseen: number
  /** The server's time, Unix ms. */
  now: number
}

const outcomes = { s: 'signed', p: 'proposed', n: 'nil', m: 'missed', '-': 'unseen' } as const

/**
 * "9,412,300 · Missed · 11:59:40" of a block of a row, counted back from the newest; null where nothing is known of
 * it. A time that the stream has not reported follows from the pace of the network, and says so.
 */
function blockLabel(
  { list, times, unseen, now }: Known,
  { row, back }: { row: string; back: number },
  t: TFunction,
  formats: Formats,
): string | null {
  const { network_height: newest, status } = list
  const letters = list.validators.find(({ id }) => String(id) === row)?.recent_signatures
  if (letters === undefined || newest === null) return null
  const seen = back - unseen
  const letter = seen < 0 ? '-' : (letters.at(-1 - seen) ?? '-')
  const height = newest - seen
  if (height < 1) return null
  const at = times.get(height)
  const pace = status.block_time_seconds
  const guess =
    status.latest_block_at === null || pace === null
      ? null
      : new Date(Date.parse(status.latest_block_at) - seen * pace * 1_000).toISOString()
  const time = at ?? (seen === 0 ? status.latest_block_at : null)
  return [
    formats.integer(height),
    t(`strip.${isLetter(letter) ? outcomes[letter] : 'unseen'}`),
    time
      ? formats.time(time, now)
      : guess && seen >= 0
        ? t('strip.about', { time: formats.time(guess, now) })
        : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

function isLetter(letter: string): letter is keyof typeof outcomes {
  return Object.hasOwn(outcomes, letter)
}

/** The rows that show more of their blocks, by id, and what opens and closes one. */
function useOpenRows(): [open: ReadonlySet<number>, toggle: (row: Validator) => void] {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback(
    ({ id }: Validator) =>
      setOpen((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    [],
  )
  return [open, toggle]
}

function without(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return new Set([...ids].filter((one) => one !== id))
}
