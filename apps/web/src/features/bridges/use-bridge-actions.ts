import type { Bridge } from '@roundsman/contract/bridges'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { saveFile } from '../../ui/save-file.ts'
import { sayWrong } from '../../ui/say.ts'
import { useCopy } from '../../ui/use-copy.ts'

interface BridgeActions {
  copy: (text: string) => void
  downloadCsv: () => void
}

/** Copying and saving what the list shows. */
export function useBridgeActions(shown: RefObject<readonly Bridge[]>): BridgeActions {
  const { t } = useTranslation()
  const { network, serverTime } = useServices()
  const copy = useCopy()
  return useMemo(
    () => ({
      copy,
      downloadCsv() {
        const now = serverTime.now()
        const rows = shown.current
        void import('./bridges-csv.ts').then(
          ({ csvName, bridgesCsv }) => saveFile(csvName(network.host, now), bridgesCsv(rows)),
          () => sayWrong(t('error.noAnswer')),
        )
      },
    }),
    [t, copy, network, serverTime, shown],
  )
}
