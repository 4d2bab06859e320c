import type { Validator, ValidatorsList } from '@roundsman/contract/validators'
import { type RefObject, useMemo } from 'react'
import { useServices } from '../../data/services.ts'
import { validatorsKey } from '../../data/validators-query.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { csvName, validatorsCsv } from './validators-csv.ts'

export interface ListActions {
  copy: (text: string) => void
  copyView: () => void
  downloadCsv: () => void
}

/** Copying and saving what the list shows. */
export function useListActions(shown: RefObject<readonly Validator[]>): ListActions {
  const { network, queries, serverTime } = useServices()
  const copy = useCopy()
  return useMemo(
    () => ({
      copy,
      copyView: () => copy(window.location.href),
      downloadCsv() {
        const known = queries.getQueryData<ValidatorsList>(validatorsKey(network.blockchain_id))
        const unit = known?.status.unit ?? null
        saveFile(csvName(network.host, serverTime.now()), validatorsCsv(shown.current, unit))
      },
    }),
    [copy, network, queries, serverTime, shown],
  )
}
