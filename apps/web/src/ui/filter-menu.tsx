import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FiltersButton } from './filters-button.tsx'
import { LazyMenu, MenuItem } from './lazy-menu.tsx'

interface Props<V extends string> {
  choices: readonly V[]
  value: V
  textOf: (choice: V) => string
  /** How many it lets through; null while that is not known. */
  countOf: (choice: V) => ReactNode
  /** Something is filtered out. */
  active: boolean
  onChoose: (choice: V) => void
  /** More entries; they close the menu with what is handed to them, which gives the button that it hangs on. */
  more?: (close: () => HTMLElement | null) => ReactNode
}

/** The filters of a narrow screen behind one button. */
export function FilterMenu<V extends string>(props: Props<V>) {
  const { choices, value, textOf, countOf, active, onChoose, more } = props
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => {
    setAnchor(null)
    return anchor
  }
  return (
    <>
      <FiltersButton label={t('list.filters')} active={active} isOpen={anchor !== null} onOpen={setAnchor} />
      <LazyMenu
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { sx: { minWidth: 200 } }, list: { 'aria-label': t('list.filters') } }}
      >
        {choices.map((choice) => {
          const count = countOf(choice)
          return (
            <MenuItem
              key={choice}
              role="menuitemradio"
              aria-checked={choice === value}
              selected={choice === value}
              onClick={() => {
                close()
                onChoose(choice)
              }}
            >
              {textOf(choice)}
              {count === null ? null : (
                <Typography component="span" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
                  {count}
                </Typography>
              )}
            </MenuItem>
          )
        })}
        {more?.(close)}
      </LazyMenu>
    </>
  )
}
