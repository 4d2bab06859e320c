import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import { alertHistoryLimit, type AlertHistoryItem } from '@roundsman/contract/alerts'
import type { ApiClient } from '../../data/api-client.ts'
import { type HistoryView, matching, mayGoOn } from './history-view.ts'

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
  const { severity } = view
  return matching(all, view, now).filter((item) => severity === null || item.severity === severity)
}
