import type { AlertEntry } from '@roundsman/contract/alerts'
import type { Fetched } from '../../data/operation.ts'
import type { Choices } from './choices.ts'
import type { EntriesByValidator } from './entries-by-validator.ts'
import type { Target } from './target.ts'

/** What the list of targets, and the part of it for each kind, is drawn from. */
export interface TargetListProps {
  choices: Choices
  /** Where they stand. */
  bridges: Pick<Fetched<unknown, unknown>, 'known' | 'error' | 'fetch'>
  mine: ReadonlySet<number>
  entries: EntriesByValidator
  /** All that the user has. */
  saved: readonly AlertEntry[]
  target: Target | null
  onTarget: (target: Target) => void
  /** Something was chosen: where the list covers the page it goes. */
  onChosen?: () => void
}
