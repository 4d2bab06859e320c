import type { Validator } from '@roundsman/contract/validators'

interface ExplorerLink {
  url: string
  /** It leads to the validator itself, not to the explorer's first page. */
  exact: boolean
}

/** Explorers by the end of their host, and the path below the network's address that has a validator there. */
const validatorPaths = [
  ['mintscan.io', 'validators'],
  ['explorers.guru', 'validator'],
  ['explorer.provenance.io', 'validator'],
  ['storyscan.app', 'validators'],
  ['ping.pub', 'staking'],
] as const

/**
 * The validator in the network's explorer, or the explorer's own first page where it is not known how that names
 * validators; null where the catalogue has no explorer.
 */
export function explorerLink(
  explorerUrl: string | null,
  { operator_address: operator }: Pick<Validator, 'operator_address'>,
): ExplorerLink | null {
  if (explorerUrl === null) return null
  const { href, host } = new URL(explorerUrl)
  const path = validatorPaths.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1]
  if (path === undefined || operator === null) return { url: href, exact: false }
  return { url: `${href.replace(/\/$/, '')}/${path}/${encodeURIComponent(operator)}`, exact: true }
}
