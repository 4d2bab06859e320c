import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnChoice } from '../../data/column-choice.ts'
import type { ColumnId } from './columns.ts'
import { ColumnsPopover } from './columns-popover.tsx'

interface Props {
  choice: ColumnChoice<ColumnId>
  onChange: (choice: ColumnChoice<ColumnId>) => void
}

/** Opens the choice of columns and of their order. */
export function ColumnsMenu(props: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('list.columns')}
      </Button>
      {anchor === null ? null : (
        <ColumnsPopover {...props} anchor={anchor} onClose={close} />
      )}
    </>
  )
}
