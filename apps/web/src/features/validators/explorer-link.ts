import type { Validator } from '@roundsman/contract/validators'

interface ExplorerLink {
  url: string
  /** It leads to the validator itself, not to the explorer's first page. */
  exact: boolean
}

/** Where explorers have a validator, by the host of the explorer. Of others only the first page is known. */
const paths: Record<string, (operator: string) => string> = {
  'mintscan.io': (operator) => `/validators/${operator}`,
  'www.mintscan.io': (operator) => `/validators/${operator}`,
}

/** The validator in the network's explorer; null where the catalogue has none. */
export function explorerLink(
  explorerUrl: string | null,
  { operator_address: operator }: Pick<Validator, 'operator_address'>,
): ExplorerLink | null {
  if (explorerUrl === null) return null
  const { href, host } = new URL(explorerUrl)
  const path = paths[host]
  if (!path || operator === null) return { url: href, exact: false }
  return { url: href.replace(/\/$/, '') + path(encodeURIComponent(operator)), exact: true }
}
