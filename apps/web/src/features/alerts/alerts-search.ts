import { idsInSearch } from '../../parts/ids-in-search.ts'

/** What the page's settings are of, as its address says. */
export interface AlertsSearch {
  /** Ids; several are given the same settings. */
  validator?: readonly string[]
  /** Ids, too. */
  bridge?: readonly string[]
  /** every: all validators of the network, whichever they are; bridges: all of its bridges. */
  target?: 'every' | 'network' | 'bridges'
  /** The team whose settings they are, by its id; left out: the user's own. */
  team?: string
  /** A silence to show, by its id. */
  silence?: string
}

const targets = ['every', 'network', 'bridges'] as const

/** Takes from an address what it understands. Validators count more than bridges, and these more than another target. */
export function parseAlertsSearch(search: Readonly<Record<string, unknown>>): AlertsSearch {
  const [silence] = idsInSearch(search['silence'])
  const [team] = idsInSearch(search['team'])
  return {
    ...targetIn(search),
    ...(team !== undefined && { team }),
    ...(silence !== undefined && { silence }),
  }
}

function targetIn(search: Readonly<Record<string, unknown>>): AlertsSearch {
  const validator = idsInSearch(search['validator'])
  if (validator.length > 0) return { validator }
  const bridge = idsInSearch(search['bridge'])
  if (bridge.length > 0) return { bridge }
  const target = targets.find((known) => known === search['target'])
  return target === undefined ? {} : { target }
}
