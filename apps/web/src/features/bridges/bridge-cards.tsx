import type { Bridge } from '@roundsman/contract/bridges'
import { useTranslation } from 'react-i18next'
import { Cards } from '../../ui/table/cards.tsx'
import type { GroupHead } from '../../ui/table/group-rows.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { BridgeCard, cardHeight } from './bridge-card.tsx'
import type { ListLooks } from './list-looks.ts'

interface Props {
  entries: readonly (Bridge | GroupHead)[]
  looks: ListLooks
  /** Something in the list has the focus. */
  onHold: (held: boolean) => void
  onMenu: (row: Bridge, anchor: HTMLElement) => void
}

/** The bridges below 900 px; the sort stands above them. */
export function BridgeCards({ entries, looks, onHold, onMenu }: Props) {
  const { t } = useTranslation('bridges')
  const scale = useLetterScale()
  return (
    <Cards entries={entries} label={t('title')} height={cardHeight(scale)} onHold={onHold}>
      {(row) => <BridgeCard row={row} looks={looks} scale={scale} onMenu={onMenu} />}
    </Cards>
  )
}
