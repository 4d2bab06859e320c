/** What the page's settings are of, as its address says. */
export interface AlertsSearch {
  /** Ids; several are given the same settings. */
  validator?: readonly string[]
  /** every: all validators of the network, whichever they are. */
  target?: 'every' | 'network' | 'bridges'
}

const targets = ['every', 'network', 'bridges'] as const
/** As many as one change may name (the contract's `alertTargetsAtOnce`, whose schemas the first view does not load). */
const mostValidators = 500

/** Takes from an address what it understands. A validator counts more than another target. */
export function parseAlertsSearch(search: Readonly<Record<string, unknown>>): AlertsSearch {
  const ids = [search['validator']]
    .flat()
    .filter((id): id is string => typeof id === 'string' && /^(0|[1-9]\d{0,8})$/.test(id))
  const validator = [...new Set(ids)].slice(0, mostValidators)
  if (validator.length > 0) return { validator }
  const target = targets.find((known) => known === search['target'])
  return target === undefined ? {} : { target }
}
