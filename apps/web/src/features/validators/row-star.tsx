import type { Validator } from '@roundsman/contract/validators'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { StarButton } from '../../ui/star-button.tsx'
import { FavouritesContext } from './favourites-context.ts'

interface Props {
  row: Validator
  tabIndex?: 0 | -1
}

/** Makes a validator the user's own, or no longer. */
export function RowStar({ row, ...stop }: Props) {
  const { t } = useTranslation()
  const { ids, set } = use(FavouritesContext)
  const isMine = ids.has(row.id)
  return (
    <StarButton
      label={t('list.mine', { name: row.moniker ?? row.consensus_address })}
      isOn={isMine}
      onToggle={() => set(row.id, !isMine)}
      {...stop}
    />
  )
}
