import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { FilterMenu } from '../../ui/filter-menu.tsx'
import { MenuItem } from '../../ui/lazy-menu.tsx'
import { Count } from './filter-chips.tsx'
import { type ListView, type Show, shows } from './list-search.ts'
import { UptimeChoice } from './uptime-filter.tsx'
import { type UptimeRange, uptimeWords } from './uptime-range.ts'
import type { Counts } from './validator-filter.ts'

interface ViewMenuProps {
  view: ListView
  counts: Counts | null
  onShow: (show: Show) => void
  onUptime: (range: UptimeRange | null) => void
}

/** The filters of a narrow screen behind one button. */
export function ViewMenu({ view: { show, uptime }, counts, onShow, onUptime }: ViewMenuProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [uptimeAnchor, setUptimeAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <FilterMenu
        choices={shows}
        value={show}
        textOf={(choice) => t(`show.${choice}`)}
        countOf={(choice) => counts && <Count value={counts[choice]} formats={formats} />}
        active={show !== 'all' || uptime !== null}
        onChoose={onShow}
        more={(close) => (
          <MenuItem
            aria-haspopup="dialog"
            selected={uptime !== null}
            onClick={() => setUptimeAnchor(close())}
          >
            {t('column.uptime')}
            {uptime === null ? null : (
              <Typography component="span" color="textSecondary" dir="ltr" sx={{ marginInlineStart: 'auto' }}>
                {uptimeWords(uptime, formats)}
              </Typography>
            )}
          </MenuItem>
        )}
      />
      <UptimeChoice
        range={uptime}
        anchor={uptimeAnchor}
        onRange={onUptime}
        onClose={() => setUptimeAnchor(null)}
      />
    </>
  )
}
