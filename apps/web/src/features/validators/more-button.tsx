import type { Validator } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { MoreButton as RowButton } from '../../ui/more-button.tsx'
import { useRowStop } from '../../ui/table/row-stop.ts'

interface MoreButtonProps {
  row: Validator
  onMenu: (row: Validator, anchor: HTMLElement) => void
}

/** Opens what can be done with a validator. The one stop of its row. */
export function MoreButton({ row, onMenu }: MoreButtonProps) {
  const { t } = useTranslation()
  const stop = useRowStop()
  return (
    <RowButton
      tabIndex={stop}
      data-stop=""
      label={t('list.more', { name: row.moniker ?? row.consensus_address })}
      onPress={(anchor) => onMenu(row, anchor)}
    />
  )
}
