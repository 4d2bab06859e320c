/** What the address of the history may say, each as text of this shape. Small: every first load has it. */
const shapes = {
  q: /^.{1,120}$/s,
  severity: /^(INFO|WARNING|CRITICAL)$/,
  type: /^(VOTING_POWER|UPTIME|COMISSION|JAILED|TOMBSTONED|BONDED|OTEL_UPDATE|SYNC_STATUS|NETWORK|GOVERNANCE)$/,
  validator: /^\d{1,9}$/,
  bridge: /^\d{1,9}$/,
  since: /^(24h|7d|30d)$/,
  open: /^1$/,
  alert: /^\d{1,15}$/,
  alerts: /^\d{1,15}(\.\d{1,15}){0,99}$/,
}

export type HistorySearch = { [K in keyof typeof shapes]?: string }

/** Takes from an address what it understands; everything else is the default. */
export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  return Object.fromEntries(
    Object.entries(shapes).flatMap(([key, shape]) => {
      const text = search[key]
      return typeof text === 'string' && shape.test(text) ? [[key, text]] : []
    }),
  )
}
