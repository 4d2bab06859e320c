import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import { type AlertType, alertTypes } from '@roundsman/contract/alerts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../../ui/filter-chip.ts'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { type Period, periodNames } from './history-view.ts'

export interface Choice<V> {
  /** null: whatever it is. */
  value: V | null
  text: string
}

/** What one may filter by, in words. */
export function useChoices(): { types: Choice<AlertType>[]; periods: Choice<Period>[] } {
  const { t } = useTranslation('history')
  const { t: words } = useTranslation('alerts')
  return {
    types: [
      { value: null, text: t('anyType') },
      ...alertTypes.map((value) => ({ value, text: words(`type.${value}`) })),
    ],
    periods: [
      { value: null, text: t('since.any') },
      ...periodNames.map((value) => ({ value, text: t(`since.${value}`) })),
    ],
  }
}

interface Props<V> {
  label: string
  /** What the closed menu says. */
  short: string
  value: V | null
  choices: readonly Choice<V>[]
  onChoose: (value: V | null) => void
}

/** One of several, behind a button that says which. */
export function ChoiceMenu<V extends string>({ label, short, value, choices, onChoose }: Props<V>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <FilterChip
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={short === label ? label : `${label}: ${short}`}
        {...(value === null ? {} : { 'data-chosen': '' })}
        onClick={(event) => setAnchor(event.currentTarget)}
        style={{ paddingInlineEnd: 6 }}
      >
        {short}
        <KeyboardArrowDownRounded aria-hidden sx={{ fontSize: 18 }} />
      </FilterChip>
      <LazyMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 200 } }, list: { 'aria-label': label } }}
      >
        {choices.map((choice) => (
          <MenuItem
            key={choice.value}
            role="menuitemradio"
            aria-checked={choice.value === value}
            selected={choice.value === value}
            onClick={() => {
              setAnchor(null)
              onChoose(choice.value)
            }}
          >
            {choice.text}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  )
}
