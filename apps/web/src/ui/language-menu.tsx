import CheckRounded from '@mui/icons-material/CheckRounded'
import LanguageRounded from '@mui/icons-material/LanguageRounded'
import IconButton from '@mui/material/IconButton'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from './lazy-menu.tsx'

/** A language by the name that its speakers use. The specification offers English only. */
const offered = [{ code: 'en', name: 'English' }] as const

interface Props {
  language: string
  /** A choice is being saved. */
  busy: boolean
  onChange: (language: string) => void
}

export function LanguageMenu({ language, busy, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        title={t('bar.language')}
        aria-label={t('bar.language')}
        aria-haspopup="menu"
        aria-busy={busy}
        loading={busy}
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <LanguageRounded sx={{ fontSize: 20 }} />
      </IconButton>
      <LazyMenu
        id={id}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': t('bar.language') } }}
      >
        {offered.map(({ code, name }) => (
          <MenuItem
            key={code}
            lang={code}
            selected={code === language}
            role="menuitemradio"
            aria-checked={code === language}
            onClick={() => {
              setAnchor(null)
              onChange(code)
            }}
          >
            {name}
            {code === language ? <CheckRounded sx={{ fontSize: 18, marginInlineStart: 'auto' }} /> : null}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  )
}
