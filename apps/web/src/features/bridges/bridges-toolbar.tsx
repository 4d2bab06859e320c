import DownloadRounded from '@mui/icons-material/DownloadRounded'
import FilterListRounded from '@mui/icons-material/FilterListRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Bridge } from '@roundsman/contract/bridges'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { ChipGroup, FilterChip } from '../../ui/filter-chip.ts'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { countByShow, type Counts } from './bridge-filter.ts'
import { type BridgesView, type Show, shows } from './bridges-search.ts'

interface Props {
  view: BridgesView
  /** Undefined while the list is being loaded. */
  bridges: readonly Bridge[] | undefined
  cards: boolean
  onView: (view: BridgesView) => void
  onCsv: () => void
}

/** The others are one click further up, at the figures, or behind the button of a narrow screen. */
const chips = ['all', 'mine', 'notSynced', 'older'] as const satisfies readonly Show[]

/** Search, filters, and the rows as a file. */
export function BridgesToolbar({ view, bridges, cards, onView, onCsv }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  const counts = useMemo(() => (bridges ? countByShow(bridges) : null), [bridges])
  const onShow = (show: Show) => onView({ ...view, show })
  // A bridge that two want needs a person, but there seldom is one.
  const shown = chips.filter((show) => show !== 'older' || view.show === show || counts?.older !== 0)
  const extra = view.show === 'contested' || (counts?.contested ?? 0) > 0 ? (['contested'] as const) : []
  return (
    <Box role="search" sx={{ display: 'flex', alignItems: 'center', gap: cards ? 2 : 4, mb: 3 }}>
      <SearchBox label={t('search')} value={view.q} onChange={(q) => onView({ ...view, q })} />
      {cards ? (
        <ShowMenu show={view.show} counts={counts} onShow={onShow} />
      ) : (
        <>
          <ChipGroup role="group" aria-label={tell('list.filters')}>
            {[...shown, ...extra].map((show) => (
              <FilterChip
                key={show}
                type="button"
                aria-pressed={show === view.show}
                onClick={() => onShow(show)}
              >
                {t(`show.${show}`)}
                {counts ? <span>{formats.integer(counts[show])}</span> : null}
              </FilterChip>
            ))}
          </ChipGroup>
          <Button
            size="small"
            startIcon={<DownloadRounded />}
            onClick={onCsv}
            sx={{ marginInlineStart: 'auto', flex: 'none' }}
          >
            {tell('list.csv')}
          </Button>
        </>
      )}
    </Box>
  )
}

interface MenuProps {
  show: Show
  counts: Counts | null
  onShow: (show: Show) => void
}

/** The filters of a narrow screen behind one button. */
function ShowMenu({ show, counts, onShow }: MenuProps) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label={tell('list.filters')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          width: 42,
          height: 42,
          border: 1,
          borderColor: show === 'all' ? 'dividerStrong' : 'primary.text',
          ...(show !== 'all' && { color: 'primary.text', bgcolor: 'primary.tint' }),
        }}
      >
        <FilterListRounded sx={{ fontSize: 20 }} />
      </IconButton>
      <LazyMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 200 } }, list: { 'aria-label': tell('list.filters') } }}
      >
        {shows.map((entry) => (
          <MenuItem
            key={entry}
            role="menuitemradio"
            aria-checked={entry === show}
            selected={entry === show}
            onClick={() => {
              setAnchor(null)
              onShow(entry)
            }}
          >
            {t(`show.${entry}`)}
            {counts ? (
              <Typography component="span" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
                {formats.integer(counts[entry])}
              </Typography>
            ) : null}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  )
}
