import type { Bridge } from '@roundsman/contract/bridges'
import { useTranslation } from 'react-i18next'
import { MoreButton as RowButton } from '../../ui/more-button.tsx'

interface Props {
  row: Bridge
  onMenu: (row: Bridge, anchor: HTMLElement) => void
  tabIndex: 0 | -1
}

/** Opens what can be done with a bridge. By keyboard that is on its page, to which the one stop of its row leads. */
export function MoreButton({ row, onMenu, tabIndex }: Props) {
  const { t } = useTranslation()
  return (
    <RowButton
      tabIndex={tabIndex}
      label={t('list.more', { name: row.name ?? row.peer_id })}
      onPress={(anchor) => onMenu(row, anchor)}
    />
  )
}
