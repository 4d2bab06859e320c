import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { saveFile } from '../../ui/save-file.ts'
import { sayWrong } from '../../ui/say.ts'
import { useCopy } from '../../ui/use-copy.ts'
import type { HistoryView } from './history-view.ts'

export interface HistoryActions {
  copyLink: () => void
  copyAlertLink: (id: number) => void
  downloadCsv: () => void
  /** What goes into the file is still being read. */
  isCollecting: boolean
}

/** Copying what the page shows, and saving all of what its filters let through. */
export function useHistoryActions(view: HistoryView, known: readonly AlertHistoryItem[]): HistoryActions {
  const { t } = useTranslation('history')
  const { client, network, serverTime } = useServices()
  const csv = useAction(
    async () => {
      // Come when somebody wants them.
      const [{ collectAlerts }, { historyCsv, historyCsvName }] = await Promise.all([
        import('./collect-alerts.ts'),
        import('./history-csv.ts'),
      ])
      const now = serverTime.now()
      const all = await collectAlerts(client, { blockchainId: network.blockchain_id, view, known, now })
      saveFile(historyCsvName(network.host, now), historyCsv(all))
    },
    { onError: () => sayWrong(t('csvFailed')) },
  )
  const copy = useCopy()
  return {
    copyLink: () => copy(window.location.href),
    copyAlertLink: (id) => copy(new URL(`/alerts-history?alert=${id}`, window.location.href).href),
    downloadCsv: () => csv.run(),
    isCollecting: csv.loading,
  }
}
