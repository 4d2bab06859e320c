import type { Validator } from '@roundsman/contract/validators'
import type { EntriesByValidator } from './entries-by-validator.ts'
import type { Target } from './target.ts'
import { groupTargets } from './target-groups.ts'

interface Known {
  validators: readonly Validator[]
  mine: ReadonlySet<number>
  entries: EntriesByValidator
}

/** What is shown where the address chooses nothing: the most urgent of the user's own, else one with alerts, else none. */
export function standardTarget({ validators, mine, entries }: Known): Target | null {
  const withAlerts = new Set([...entries.keys()].filter((key) => key !== 'network'))
  const first = groupTargets(validators, { search: '', mine, withAlerts }).find(({ kind }) => kind !== 'all')
    ?.rows[0]
  return first === undefined ? null : { kind: 'validators', first: first.id, ids: [first.id] }
}
