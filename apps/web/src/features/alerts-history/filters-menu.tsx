import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { FiltersButton } from '../../ui/filters-button.tsx'
import { Divider, LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { useChoices } from './choice-menu.tsx'
import { type HistoryView, isFiltered, type SeverityCounts } from './history-view.ts'

interface Props {
  view: HistoryView
  counts: SeverityCounts | null
  isMore: boolean
  onView: (change: Partial<HistoryView>) => void
}

const severities = [null, 'CRITICAL', 'WARNING', 'INFO'] as const

/** The filters of a narrow screen behind one button. */
export function FiltersMenu({ view, counts, isMore, onView }: Props) {
  const { t } = useTranslation('history')
  const { t: words } = useTranslation('alerts')
  const formats = useFormats()
  const { types, periods } = useChoices()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (change: Partial<HistoryView>) => {
    setAnchor(null)
    onView(change)
  }
  const entry = (
    key: string,
    text: string,
    isChosen: boolean,
    change: Partial<HistoryView>,
    count?: number,
  ) => (
    <MenuItem
      key={key}
      role="menuitemradio"
      aria-checked={isChosen}
      selected={isChosen}
      onClick={() => choose(change)}
    >
      {text}
      {count === undefined ? null : (
        <Typography
          component="span"
          color="textSecondary"
          sx={{ marginInlineStart: 'auto', paddingInlineStart: 4 }}
        >
          {`${formats.integer(count)}${isMore ? '+' : ''}`}
        </Typography>
      )}
    </MenuItem>
  )
  const chosen = isFiltered({ ...view, q: '', validator: null, bridge: null })
  return (
    <>
      <FiltersButton label={t('filters')} active={chosen} isOpen={anchor !== null} onOpen={setAnchor} />
      <LazyMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 220 } }, list: { 'aria-label': t('filters') } }}
      >
        {severities.map((severity) =>
          entry(
            severity ?? 'all',
            severity === null ? t('all') : words(`severity.${severity}`),
            view.severity === severity,
            { severity },
            counts?.[severity ?? 'all'],
          ),
        )}
        <Divider />
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={view.open}
          selected={view.open}
          onClick={() => choose({ open: !view.open })}
        >
          {t('open')}
        </MenuItem>
        <Divider />
        {periods.map(({ value, text }) =>
          entry(`since ${value}`, text, view.since === value, { since: value }),
        )}
        <Divider />
        {types.map(({ value, text }) => entry(`type ${value}`, text, view.type === value, { type: value }))}
      </LazyMenu>
    </>
  )
}
