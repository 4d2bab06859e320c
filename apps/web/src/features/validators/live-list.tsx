import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { Validator, ValidatorsList } from '@roundsman/contract/validators'
import { type RefObject, use, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blockTimesOf } from '../../data/live/block-times.ts'
import type { NetworkHealth } from '../../data/network-health.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { StripCursor } from '../../ui/strip/strip-cursor.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useGroupedRows } from '../../ui/table/use-grouped-rows.ts'
import { blockWords } from './block-words.ts'
import { cellText } from './cell-text.ts'
import type { ColumnChoice } from '../../data/column-choice.ts'
import type { ColumnId, ListWidth } from './columns.ts'
import { ListEmpty } from './list-empty.tsx'
import { FavouritesContext } from './favourites-context.ts'
import { ListCardsHead } from './list-cards-head.tsx'
import { ListFoot } from './list-foot.tsx'
import { looksOf } from './list-looks.ts'
import type { ListView } from './list-search.ts'
import { RowBlocks } from './row-blocks.tsx'
import { RowMenu } from './row-menu.tsx'
import { useOpenRows } from './use-open-rows.ts'
import { unknownColumns } from './unknown-columns.ts'
import { useValidatorsTable } from './use-validators-table.ts'
import { countByShow } from './validator-filter.ts'
import { ValidatorCards } from './validator-cards.tsx'

interface Props {
  data: ValidatorsList
  health: NetworkHealth | null
  view: ListView
  width: ListWidth
  choice: ColumnChoice<ColumnId>
  onView: (view: ListView) => void
  onCopy: (text: string) => void
  /** Is given the rows as shown, for who saves them. */
  shownRef: RefObject<readonly Validator[]>
}

interface OpenMenu {
  row: Validator
  anchor: HTMLElement
}

/** Px of a row with letters of the usual size, as its sheet says (table-looks.ts). */
const rowHeight = 36

/** The rows as they live, in the form that fits the screen, with the legend below. */
export function LiveList({ data, health, view, width, choice, onView, onCopy, shownRef }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { network, queries, serverTime } = useServices()
  const scale = useLetterScale()
  const [held, setHeld] = useState(false)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const onMenu = useCallback((row: Validator, anchor: HTMLElement) => setMenu({ row, anchor }), [])
  const [open, onToggle] = useOpenRows()
  const renderOpen = useCallback(
    (row: Validator) => <RowBlocks row={row} onClose={onToggle} />,
    [onToggle],
  )
  const looks = looksOf(data.status, health)
  const all = data.validators
  const { ids: mine } = use(FavouritesContext)
  const { table, rows: passing } = useValidatorsTable({
    ...{ all, view, width, choice, looks, mine, open, onView, onMenu, onToggle },
  })
  const heads = {
    mine: { id: 'mine', group: t('list.heading.mine') },
    others: { id: 'others', group: t(`list.heading.${view.show}`) },
  }
  const { entries, rows, waiting, cards } = useGroupedRows({
    ...{ passing, every: table.getRowModel().rows, heads, shownRef },
    isMine: view.show === 'mine' ? null : ({ id }) => mine.has(id),
    heading: heads.others.group,
    held: held || menu !== null,
    key: JSON.stringify(view),
  })
  const describe = (row: string, back: number) =>
    blockWords(
      {
        list: data,
        times: blockTimesOf(queries, network.blockchain_id),
        unseen: looks.unseenBlocks,
        now: serverTime.now(),
      },
      { row, back },
      t,
      formats,
    )
  const empty =
    rows.length > 0 ? null : (
      <ListEmpty
        reason={countByShow(all, mine)[view.show] === null ? 'unknown' : 'filtered'}
        network={network.name}
        view={view}
        onClear={() => onView({ ...view, q: '', show: 'all', uptime: null })}
      />
    )

  return (
    <>
      <StripCursor describe={describe}>
        {width === 'cards' ? (
          <Box sx={{ mx: { xs: -4, sm: -6 } }}>
            <ListCardsHead
              heading={cards.heading}
              view={view}
              sorting={table.state.sorting}
              onView={onView}
            />
            {empty ?? (
              <ValidatorCards
                entries={cards.entries}
                looks={looks}
                sorting={table.state.sorting}
                open={open}
                renderOpen={renderOpen}
                onMenu={onMenu}
                onToggle={onToggle}
                onHold={setHeld}
              />
            )}
          </Box>
        ) : (
          <Paper variant="outlined">
            {empty ?? (
              <DataTable
                table={table}
                rows={entries}
                label={t('list.title')}
                rowHeight={rowHeight * scale}
                textOf={(row, id) => cellText(row, id, { looks, now: serverTime.now() }, t, formats)}
                old={looks.staleAge !== null}
                renderOpen={renderOpen}
                onHold={setHeld}
              />
            )}
          </Paper>
        )}
      </StripCursor>
      <ListFoot rows={rows.length} data={data} waiting={waiting} unknown={unknownColumns(all)} />
      {menu === null ? null : (
        <RowMenu
          {...menu}
          isOpen={open.has(menu.row.id)}
          onToggle={onToggle}
          onCopy={onCopy}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}
