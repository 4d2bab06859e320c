import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { type AlertHistoryItem, alertHistoryLimit } from '@roundsman/contract/alerts/alerts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { incidentIdOf } from '../../data/alerts/alert-history.ts'
import type { ApiClient } from '../../data/api/api-client.ts'
import { useAction } from '../../data/api/operation.ts'
import { csvText, fileTime, saveFile } from '../../data/browser/files.ts'
import { useServices } from '../../data/services/services.ts'
import { useCopy } from '../../ui/controls/copy.tsx'
import { showError } from '../../ui/toast.ts'
import { type HistoryView, mayGoOn, shownIncidents } from './history-view.ts'

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
      const now = serverTime.now()
      const all = await collectAlerts(client, { blockchainId: network.blockchain_id, view, known, now })
      saveFile(historyCsvName(network.host, now), historyCsv(all))
    },
    { onError: () => showError(t('csvFailed')) },
  )
  const copy = useCopy()
  return {
    copyLink: () => copy(window.location.href),
    copyAlertLink: (id) => copy(new URL(`/alerts-history?alert=${id}`, window.location.href).href),
    downloadCsv: () => csv.run(),
    isCollecting: csv.loading,
  }
}

interface Wanted {
  blockchainId: number
  view: HistoryView
  /** What was read already: it is not read again. */
  known: readonly AlertHistoryItem[]
  now: number
}

/** Every alert that the view lets through, also those that nobody has scrolled to. */
export async function collectAlerts(
  client: Pick<ApiClient, 'callTo'>,
  { blockchainId, view, known, now }: Wanted,
): Promise<AlertHistoryItem[]> {
  const all = [...known]
  const { type, validator, bridge } = view
  const limit = alertHistoryLimit.most
  for (let isWhole = false; !isWhole && mayGoOn(all, view, now); ) {
    const before = all.at(-1)?.id
    const page = await client.callTo(alertEndpoints.alertHistory, {
      params: { blockchainId },
      query: {
        limit,
        ...(before !== undefined && { before }),
        ...(type && { type }),
        ...(validator !== null && { blockchain_validator_id: validator }),
        ...(bridge !== null && { bridge_id: bridge }),
      },
    })
    all.push(...page)
    isWhole = page.length < limit
  }
  return shownIncidents(all, view, now)
    .flatMap(({ steps }) => steps)
    .toSorted((a, b) => b.id - a.id)
}

const fields = [
  'id',
  'at',
  'severity',
  'type',
  'trigger',
  'title',
  'target_type',
  'target_name',
  'blockchain_validator_id',
  'bridge_id',
  'height',
  'message',
] as const

/** Alerts as RFC 4180 text in the contract's own words; what is not known stays empty. */
export function historyCsv(items: readonly AlertHistoryItem[]): string {
  return csvText(
    [
      ...fields,
      ...[
        'assurance',
        'acknowledged_at',
        'acknowledged_via',
        'deliveries',
        'began_at',
        'status',
        'ended_at',
        'incident_id',
      ],
    ],
    items.map((item) => [
      ...fields.map((field) => item[field]),
      item.evidence['imported'] === true
        ? 'IMPORTED'
        : typeof item.evidence['assurance'] === 'string'
          ? item.evidence['assurance']
          : null,
      item.acknowledged_at,
      item.acknowledged_via,
      item.deliveries.map(({ channel, to, state, at }) => `${channel} ${to} ${state} ${at}`).join('; '),
      item.began_at,
      item.status,
      item.ended_at,
      incidentIdOf(item),
    ]),
  )
}

/** `celestia.example.org-alerts-2026-11-21T120000Z.csv` */
export function historyCsvName(host: string, now: number): string {
  return `${host}-alerts-${fileTime(now)}.csv`
}
