import type { ValidatorsList } from '@roundsman/contract/validators'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { validatorsKey } from '../../data/validators-query.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { say, sayWrong } from '../../ui/say.ts'
import type { ListView } from './list-search.ts'
import { filterValidators } from './validator-filter.ts'
import { orderOf } from './validator-order.ts'
import { validatorsCsv } from './validators-csv.ts'

export interface ListActions {
  copy: (text: string) => void
  copyView: () => void
  downloadCsv: () => void
}

/** Copying and saving what the list shows. */
export function useListActions(view: ListView): ListActions {
  const { t } = useTranslation()
  const { compare } = useFormats()
  const { network, queries } = useServices()
  return useMemo(() => {
    const copy = (text: string) => {
      void navigator.clipboard.writeText(text).then(
        () => say(t('list.copied')),
        () => sayWrong(t('list.notCopied')),
      )
    }
    return {
      copy,
      copyView: () => copy(window.location.href),
      downloadCsv() {
        const known = queries.getQueryData<ValidatorsList>(validatorsKey(network.blockchain_id))
        const rows = filterValidators(known?.validators ?? [], view.show, view.q)
        const byId = new Map(rows.map((row) => [row.id, row]))
        const sorted = orderOf(rows, view, compare)
          .map((id) => byId.get(id))
          .filter((row) => row !== undefined)
        save(`${network.host}-validators.csv`, validatorsCsv(sorted))
      },
    }
  }, [t, compare, network, queries, view])
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
