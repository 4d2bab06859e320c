import FilterListRounded from '@mui/icons-material/FilterListRounded'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { Count } from './filter-chips.tsx'
import { type ListView, type Show, shows } from './list-search.ts'
import { UptimeChoice } from './uptime-filter.tsx'
import { type UptimeRange, uptimeWords } from './uptime-range.ts'
import type { Counts } from './validator-filter.ts'

interface Props {
  view: ListView
  counts: Counts | null
  onShow: (show: Show) => void
  onUptime: (range: UptimeRange | null) => void
}

/** The filters of a narrow screen behind one button. */
export function ViewMenu({ view: { show, uptime }, counts, onShow, onUptime }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [uptimeAnchor, setUptimeAnchor] = useState<HTMLElement | null>(null)
  const isAll = show === 'all' && uptime === null
  return (
    <>
      <IconButton
        aria-label={t('list.filters')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          width: 42,
          height: 42,
          border: 1,
          borderColor: isAll ? 'dividerStrong' : 'primary.text',
          ...(!isAll && { color: 'primary.text', bgcolor: 'primary.tint' }),
        }}
      >
        <FilterListRounded sx={{ fontSize: 20 }} />
      </IconButton>
      <LazyMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 200 } }, list: { 'aria-label': t('list.filters') } }}
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
                <Count value={counts[entry]} formats={formats} />
              </Typography>
            ) : null}
          </MenuItem>
        ))}
        <MenuItem
          aria-haspopup="dialog"
          selected={uptime !== null}
          onClick={() => {
            setAnchor(null)
            setUptimeAnchor(anchor)
          }}
        >
          {t('column.uptime')}
          {uptime === null ? null : (
            <Typography component="span" color="textSecondary" dir="ltr" sx={{ marginInlineStart: 'auto' }}>
              {uptimeWords(uptime, formats)}
            </Typography>
          )}
        </MenuItem>
      </LazyMenu>
      <UptimeChoice
        range={uptime}
        anchor={uptimeAnchor}
        onRange={onUptime}
        onClose={() => setUptimeAnchor(null)}
      />
    </>
  )
}
