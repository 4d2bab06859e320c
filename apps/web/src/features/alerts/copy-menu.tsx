import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'

/** A target that has settings, by its name. */
export interface CopySource {
  /** null: every one of its kind. */
  id: number | null
  name: string
}

interface Props {
  sources: readonly CopySource[]
  onCopy: (from: CopySource) => void
}

/** Takes over the settings of another target; they are saved when somebody says so. */
export function CopyMenu({ sources, onCopy }: Props) {
  const { t } = useTranslation('alerts')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (sources.length === 0) return null
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<KeyboardArrowDownRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('copyFrom')}
      </Button>
      <LazyMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('copyFrom') }, paper: { sx: { maxHeight: 420 } } }}
      >
        {sources.map((one) => (
          <MenuItem
            key={one.id ?? 'every'}
            onClick={() => {
              onCopy(one)
              setAnchor(null)
            }}
          >
            <bdi>{one.name}</bdi>
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  )
}
