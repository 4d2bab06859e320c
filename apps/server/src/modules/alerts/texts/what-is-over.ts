import { isBack } from './figures.ts'
import type { What } from './phrases.ts'
import type { AlertFacts, Writing } from './writing.ts'

/** What is the matter; of a row of missed blocks that is over, how long it was, and that it signs again (E399). */
export function whatOf(facts: AlertFacts, phrases: Writing['phrases']): Record<'what' | 'whatInShort', What> {
  const { subject, trigger } = facts
  const what = phrases.what[subject][trigger]
  if (!isBack(facts)) return { what, whatInShort: phrases.whatInShort[subject]?.[trigger] ?? what }
  const row = phrases.what.missed_in_a_row
  return { what: overOf(row), whatInShort: overOf({ ...row, ...phrases.whatInShort.missed_in_a_row }) }
}

function overOf({ FALSE_TO_TRUE: missed, TRUE_TO_FALSE: again }: Record<AlertFacts['trigger'], What>): What {
  return (figures, formats) => {
    const signs = again({ ...figures, overSince: null }, formats)
    // Not “so far”.
    const { inARow } = figures
    return inARow === null
      ? signs
      : `${missed({ ...figures, threshold: inARow, isOfOutage: true }, formats)}, ${signs}`
  }
}
