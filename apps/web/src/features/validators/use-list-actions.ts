import type { Validator, ValidatorsList } from '@roundsman/contract/validators'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { validatorsKey } from '../../data/validators-query.ts'
import { saveFile } from '../../ui/save-file.ts'
import { sayWrong } from '../../ui/say.ts'
import { useCopy } from '../../ui/use-copy.ts'

export interface ListActions {
  copy: (text: string) => void
  copyView: () => void
  downloadCsv: () => void
}

/** Copying and saving what the list shows. */
export function useListActions(shown: RefObject<readonly Validator[]>): ListActions {
  const { t } = useTranslation()
  const { network, queries, serverTime } = useServices()
  const copy = useCopy()
  return useMemo(
    () => ({
      copy,
      copyView: () => copy(window.location.href),
      downloadCsv() {
        const known = queries.getQueryData<ValidatorsList>(validatorsKey(network.blockchain_id))
        const unit = known?.status.unit ?? null
        const now = serverTime.now()
        const rows = shown.current
        // Comes when somebody wants it: the first view has no room to spare.
        void import('./validators-csv.ts').then(
          ({ csvName, validatorsCsv }) => saveFile(csvName(network.host, now), validatorsCsv(rows, unit)),
          () => sayWrong(t('error.noAnswer')),
        )
      },
    }),
    [t, copy, network, queries, serverTime, shown],
  )
}
