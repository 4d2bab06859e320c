import CheckBoxOutlineBlankRounded from '@mui/icons-material/CheckBoxOutlineBlankRounded'
import CheckBoxRounded from '@mui/icons-material/CheckBoxRounded'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { type ColumnId, columns } from './columns.ts'

interface Props {
  hidden: readonly ColumnId[]
  onChange: (hidden: ColumnId[]) => void
}

/** Which columns this browser shows. */
export function ColumnsMenu({ hidden, onChange }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('list.columns')}
      </Button>
      <LazyMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': t('list.columns') } }}
      >
        {columns
          .filter(({ optional }) => optional)
          .map(({ id }) => {
            const shown = !hidden.includes(id)
            return (
              <MenuItem
                key={id}
                role="menuitemcheckbox"
                aria-checked={shown}
                onClick={() => onChange(shown ? [...hidden, id] : hidden.filter((other) => other !== id))}
              >
                {shown ? (
                  <CheckBoxRounded sx={{ fontSize: 20, color: 'primary.text' }} aria-hidden />
                ) : (
                  <CheckBoxOutlineBlankRounded sx={{ fontSize: 20, color: 'control' }} aria-hidden />
                )}
                {id === 'blocks' ? t('column.blocks', { count: 60 }) : t(`column.${id}`)}
              </MenuItem>
            )
          })}
      </LazyMenu>
    </>
  )
}
