import { compareUrgency, stateOf } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'
import { validatorMatcher } from '../../parts/address-search.ts'

export interface TargetGroup {
  kind: 'mine' | 'withAlerts' | 'all'
  rows: readonly Validator[]
}

interface Options {
  /** A part of a moniker or of any address. */
  search: string
  mine: ReadonlySet<number>
  /** Ids of those with entries of their own. */
  withAlerts: ReadonlySet<number>
}

/** The validators that are found, each once: the user's own, those with alerts, then the others, by rank. */
export function groupTargets(
  validators: readonly Validator[],
  { search, mine, withAlerts }: Options,
): TargetGroup[] {
  const found = validators.filter(validatorMatcher(search)).toSorted(byRank)
  const groups: TargetGroup[] = [
    { kind: 'mine', rows: found.filter(({ id }) => mine.has(id)).toSorted(byUrgency) },
    {
      kind: 'withAlerts',
      rows: found.filter(({ id }) => withAlerts.has(id) && !mine.has(id)).toSorted(byUrgency),
    },
    { kind: 'all', rows: found.filter(({ id }) => !mine.has(id) && !withAlerts.has(id)) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function byRank(a: Validator, b: Validator): number {
  return (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE)
}

function byUrgency(a: Validator, b: Validator): number {
  return compareUrgency(stateOf(a), stateOf(b))
}
